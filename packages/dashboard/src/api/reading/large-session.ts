/** Past this many events the skeleton of a session comes after its first screen and not with it. */
const largeSession = 200_000;

export const isLarge = (eventCount: number): boolean => eventCount > largeSession;
