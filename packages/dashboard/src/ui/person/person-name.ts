import type { Member } from '@debrief/contract';

/** Members are called by what stands before the `@` of their address, and by all of it where two would be called alike. */
export function personNames(members: readonly Pick<Member, 'userId' | 'email'>[]): Map<string, string> {
  const short = (email: string): string => email.slice(0, email.indexOf('@')) || email;
  const uses = new Map<string, number>();
  for (const { email } of members) {
    const name = short(email).toLowerCase();
    uses.set(name, (uses.get(name) ?? 0) + 1);
  }
  return new Map(
    members.map(({ userId, email }) => {
      const name = short(email);
      return [userId, uses.get(name.toLowerCase()) === 1 ? name : email];
    }),
  );
}
