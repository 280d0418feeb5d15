import { type Runner, runners } from '../runner.ts';

/** Bundlers and compilers. */
export const builds: Runner[] = runners('build', {
  vite: [
    { line: /^✓ built in [\d.]{1,10} ?m?s/, says: 'passed' },
    { line: /^(?:error during build:|✗ Build failed in )/, says: 'failed' },
    {
      line: /^failed to load config from |^Could not resolve entry module |^Error: Cannot find config|^error: config must export or return an object/,
      says: 'broken',
    },
  ],
  webpack: [
    {
      line: /^(?:webpack [\d.]{1,12} )?compiled (?:successfully|with \d{1,6} warnings?)(?: in |$)/i,
      says: 'passed',
    },
    { line: /^(?:webpack [\d.]{1,12} )?compiled with (?<failed>\d{1,6}) errors?/i },
    {
      line: /^\[webpack-cli\] (?:Failed to load|Invalid (?:configuration|options) object|Unable to|Error: (?:Unknown (?:option|argument|command)|Cannot find module))/,
      says: 'broken',
    },
    { line: /^\[webpack-cli\] \w{0,40}Error\b/, isSign: true, says: 'broken' },
    { line: /^ERROR in \S/, isSign: true, says: 'failed' },
  ],
  next: [
    { line: /^(?: ?✓|- info)? {0,2}Generating static pages .{0,60}\(\d{1,6}\/\d{1,6}\)/, says: 'passed' },
    {
      line: /^Failed to compile\.$|^> Build failed because of |^ ?⨯ |^Error occurred prerendering page/,
      says: 'failed',
    },
    {
      line: /^(?: ?⨯ )?(?:Failed to load next\.config|Invalid next\.config)|^> Couldn't find any `pages` or `app` directory/,
      says: 'broken',
    },
  ],
  tsup: [
    { line: /^(?:ESM|CJS|IIFE|DTS) ⚡️ Build success in /, says: 'passed' },
    { line: /^(?:ESM|CJS|IIFE|DTS) Build (?:error|failed)|error occurred in dts build/, says: 'failed' },
    { line: /^Error: (?:No input files, try|Cannot find \S{1,200}$)/, says: 'broken' },
  ],
  rollup: [
    { line: /^created \S.{0,200} in [\d.]{1,10}m?s$/, says: 'passed' },
    { line: /^\[!\] (?:\(plugin|Error|RollupError|\S{1,20}Error)/, says: 'failed' },
    {
      line: /^\[!\] (?:\S{0,20}Error: )?(?:Could not (?:load config|resolve entry module)|Config file must|You must supply options|Node tried to load)/,
      says: 'broken',
    },
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
    { line: /^error\[E\d{4}\]: /, isSign: true, says: 'failed' },
    {
      line: /^error: (?:could not find `Cargo\.toml`|failed to (?:parse manifest|load manifest|select a version|get )|no such command|package ID|no bin target)/,
      says: 'broken',
    },
  ],
  go: [
    {
      line: /^go: (?:go\.mod file not found|cannot find main module|no such tool|errors parsing go\.mod|warning: "\.\/\.\.\." matched no packages)|^no Go files in |does not contain main module/,
      says: 'broken',
    },
    { line: /^# \S{1,200}$/, isSign: true, says: 'failed' },
    { line: /^\.?\/?\S{1,200}\.go:\d{1,6}:\d{1,5}: \S/, isSign: true, says: 'failed' },
  ],
  gradle: [
    { line: /^BUILD SUCCESSFUL in /, says: 'passed' },
    { line: /^BUILD FAILED in /, says: 'failed' },
    {
      line: /^A problem occurred (?:evaluating|configuring) |^Task '.{1,60}' not found in|^Directory '.{1,200}' does not contain a Gradle build/,
      says: 'broken',
    },
    { line: /^> Task (?::[\w.-]{1,60}){0,6}:compile\w{1,40} FAILED$/, isSign: true, says: 'failed' },
  ],
  maven: [
    { line: /^\[INFO\] BUILD SUCCESS$/, says: 'passed' },
    { line: /^(?:\[INFO\] BUILD FAILURE|\[ERROR\] COMPILATION ERROR)/, says: 'failed' },
    {
      line: /^\[ERROR\] (?:The goal you specified requires a project to execute|Unknown lifecycle phase|Non-parseable POM|The build could not read)/,
      says: 'broken',
    },
  ],
  sbt: [
    { line: /^\[success\] Total time:/, says: 'passed' },
    { line: /^\[error\] Total time:/, says: 'failed' },
  ],
  dotnet: [
    { line: /^\s{0,4}Build succeeded\b/, says: 'passed' },
    { line: /^\s{0,4}Build (?:FAILED\.|failed with )/, says: 'failed' },
    { line: /^MSBUILD : error MSB1\d{3}: /, says: 'broken' },
    { line: /: error (?:CS|FS|BC)\d{1,5}: /, isSign: true, says: 'failed' },
  ],
  xcodebuild: [
    { line: /^\*\* (?:BUILD|ARCHIVE|CLEAN) SUCCEEDED \*\*/, says: 'passed' },
    { line: /^\*\* (?:BUILD|ARCHIVE) FAILED \*\*/, says: 'failed' },
    { line: /^xcodebuild: error: /, says: 'broken' },
  ],
  swift: [
    { line: /^Build complete!/, says: 'passed' },
    { line: /^error: (?:fatalError|emit-module command failed)/, says: 'failed' },
    { line: /^error: Could not find Package\.swift/, says: 'broken' },
  ],
  cmake: [
    { line: /^\[100%\] Built target \S/, says: 'passed' },
    {
      line: /^CMake Error: (?:The source directory|The current CMakeCache)|^Error: (?:could not load cache|.{1,200} is not a directory)/,
      says: 'broken',
    },
    { line: /^CMake Error/, says: 'failed' },
  ],
  ninja: [
    { line: /^ninja: error: loading 'build\.ninja'/, says: 'broken' },
    { line: /^ninja: (?:build stopped: |error: )/, says: 'failed' },
    { line: /^ninja: no work to do\./, says: 'passed' },
    { line: /^FAILED: \S/, says: 'failed' },
  ],
  docker: [
    {
      line: /^(?:#\d{1,4}| => =>) naming to \S{1,200}.{0,20}|^Successfully (?:built|tagged) |^ ?(?:✔ )?(?:Image )?\S{1,100} {1,40}Built\b/,
      says: 'passed',
    },
    {
      line: /^ERROR: failed to (?:solve|build): failed to read dockerfile|^unable to prepare context: |^ERROR: unable to prepare context: /,
      says: 'broken',
    },
    {
      line: /^(?:ERROR: |target \S{1,60}: )?failed to (?:solve|build)\b|^ ?=> ERROR \[|^ERROR: Service \S{1,60} failed to build|^The command '.{1,300}' returned a non-zero code|^Error: building at STEP/,
      says: 'failed',
    },
  ],
  cc: [{ line: /^\S{1,200}:\d{1,6}:\d{1,5}: (?:fatal )?error: /, isSign: true, says: 'failed' }],
  python: [{ line: /^(?:SyntaxError|IndentationError): /, isSign: true, says: 'failed' }],
});
