/** The result of `work`, or the error of `late` when it takes longer than `milliseconds`. The work itself goes on; `race` hears its failure. */
export async function withDeadline<Result>(
  work: Promise<Result>,
  milliseconds: number,
  late: () => Error,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), Math.max(0, milliseconds));
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
