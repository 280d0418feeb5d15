import { type Runner, runners } from '../runner.ts';

/** Bundlers and compilers. */
export const builds: Runner[] = runners('build', {
  vite: [
    { line: /^✓ built in [\d.]{1,10} ?m?s/, says: 'passed' },
    { line: /^(?:error during build:|✗ Build failed in )/, says: 'failed' },
  ],
  webpack: [
    {
      line: /^(?:webpack [\d.]{1,12} )?compiled (?:successfully|with \d{1,6} warnings?)(?: in |$)/i,
      says: 'passed',
    },
    { line: /^(?:webpack [\d.]{1,12} )?compiled with (?<failed>\d{1,6}) errors?/i },
    { line: /^ERROR in \S/, isSign: true, says: 'failed' },
  ],
  next: [
    { line: /^(?: ?✓|- info)? {0,2}Generating static pages .{0,60}\(\d{1,6}\/\d{1,6}\)/, says: 'passed' },
    {
      line: /^Failed to compile\.$|^> Build failed because of |^ ?⨯ |^Error occurred prerendering page/,
      says: 'failed',
    },
  ],
  tsup: [
    { line: /^(?:ESM|CJS|IIFE|DTS) ⚡️ Build success in /, says: 'passed' },
    { line: /^(?:ESM|CJS|IIFE|DTS) Build (?:error|failed)|error occurred in dts build/, says: 'failed' },
  ],
  rollup: [
    { line: /^created \S.{0,200} in [\d.]{1,10}m?s$/, says: 'passed' },
    { line: /^\[!\] (?:\(plugin|Error|RollupError|\S{1,20}Error)/, says: 'failed' },
  ],
  esbuild: [
    { line: /^⚡ Done in [\d.]{1,10}m?s/, says: 'passed' },
    { line: /^✘ \[ERROR\] /, says: 'failed' },
  ],
  bun: [
    {
      line: /^(?:Bundled \d{1,7} modules? in |\s{1,8}\[[\d.]{1,10}m?s\] {1,4}bundle {1,4}\d{1,7} modules)/,
      says: 'passed',
    },
    { line: /^error: (?:Bundle failed|Could not resolve|No matching export)/, says: 'failed' },
  ],
  parcel: [
    { line: /^✨ Built in /, says: 'passed' },
    { line: /^🚨 Build failed\./, says: 'failed' },
  ],
  angular: [
    { line: /^Application bundle generation complete\./, says: 'passed' },
    { line: /^(?:✘ \[ERROR\]|Application bundle generation failed)/, says: 'failed' },
  ],
  nuxt: [{ line: /✨ Build complete!/, says: 'passed' }],
  cargo: [
    { line: /^\s{0,8}Finished (?:`[\w-]{1,40}` profile|[\w-]{1,40} \[)/, says: 'passed' },
    { line: /^error: could not compile /, says: 'failed' },
  ],
  go: [
    { line: /^# \S{1,200}$/, isSign: true, says: 'failed' },
    { line: /^\.?\/?\S{1,200}\.go:\d{1,6}:\d{1,5}: \S/, isSign: true, says: 'failed' },
  ],
  gradle: [
    { line: /^BUILD SUCCESSFUL in /, says: 'passed' },
    { line: /^BUILD FAILED in /, says: 'failed' },
  ],
  maven: [
    { line: /^\[INFO\] BUILD SUCCESS$/, says: 'passed' },
    { line: /^(?:\[INFO\] BUILD FAILURE|\[ERROR\] COMPILATION ERROR)/, says: 'failed' },
  ],
  sbt: [
    { line: /^\[success\] Total time:/, says: 'passed' },
    { line: /^\[error\] Total time:/, says: 'failed' },
  ],
  dotnet: [
    { line: /^\s{0,4}Build succeeded\b/, says: 'passed' },
    { line: /^\s{0,4}Build (?:FAILED\.|failed with )/, says: 'failed' },
  ],
  xcodebuild: [
    { line: /^\*\* (?:BUILD|ARCHIVE|CLEAN) SUCCEEDED \*\*/, says: 'passed' },
    { line: /^\*\* (?:BUILD|ARCHIVE) FAILED \*\*/, says: 'failed' },
  ],
  swift: [
    { line: /^Build complete!/, says: 'passed' },
    { line: /^error: (?:fatalError|emit-module command failed)/, says: 'failed' },
  ],
  cmake: [
    { line: /^\[100%\] Built target \S/, says: 'passed' },
    { line: /^CMake Error/, says: 'failed' },
  ],
  ninja: [
    { line: /^ninja: (?:build stopped: |error: )/, says: 'failed' },
    { line: /^ninja: no work to do\./, says: 'passed' },
    { line: /^FAILED: \S/, says: 'failed' },
  ],
  docker: [
    { line: /^#\d{1,4} naming to \S{1,200}.{0,20}$|^Successfully (?:built|tagged) /, says: 'passed' },
    { line: /^ERROR: failed to (?:solve|build)/, says: 'failed' },
  ],
  cc: [{ line: /^\S{1,200}:\d{1,6}:\d{1,5}: (?:fatal )?error: /, isSign: true, says: 'failed' }],
  python: [{ line: /^(?:SyntaxError|IndentationError): /, isSign: true, says: 'failed' }],
});
