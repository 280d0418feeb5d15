/**
 * How deep a parsed JSON value is nested: 0 for a scalar, 1 for `{}`. Stops counting one past `max`, so that a
 * hostile value costs no more than a friendly one.
 */
export function depthOf(value: unknown, max: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (max <= 0) return 1;
  let deepest = 0;
  for (const child of Array.isArray(value) ? value : Object.values(value)) {
    if (typeof child !== 'object' || child === null) continue;
    const depth = depthOf(child, max - 1);
    if (depth > deepest) deepest = depth;
    if (deepest >= max) break;
  }
  return deepest + 1;
}
