/**
 * Headers that decide which way an append goes. The fast route leaves a request with an Origin to the framework, so the
 * same tests can be run by both ways.
 */
export const appendRoutes: Record<'fast route' | 'framework', Record<string, string>> = {
  'fast route': {},
  framework: { Origin: 'http://localhost' },
};
