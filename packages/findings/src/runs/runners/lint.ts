import { type Runner, runners } from '../runner.ts';

/** Linters and formatters that check. Most say nothing when they find nothing; then the exit code is the verdict. */
export const linters: Runner[] = runners('lint', {
  eslint: [
    {
      line: /^✖ \d{1,7} problems? \((?<failed>\d{1,7}) errors?, \d{1,7} warnings?\)/,
      begins: true,
      says: 'passed',
    },
    { line: /^ESLint found too many warnings/, says: 'failed' },
    {
      line: /^ESLint couldn't find |^Oops! Something went wrong! :\(|^No files matching the pattern|^Error: No files matching/,
      says: 'broken',
    },
    { line: /^ {1,4}\d{1,6}:\d{1,5} {2,4}error {2}\S/, isSign: true, says: 'failed' },
  ],
  stylelint: [
    { line: /^✖ (?<failed>\d{1,7}) problems?$/, says: 'failed' },
    { line: /^ {1,4}\d{1,6}:\d{1,5} {2,4}✖ {2}\S/, isSign: true, says: 'failed' },
  ],
  biome: [
    { line: /^Checked \d{1,7} files? in .{1,30}/, says: 'passed' },
    { line: /^Found (?<failed>\d{1,7}) errors?\.$/ },
    { line: /^ {0,4}× Some errors were emitted/, says: 'failed' },
    {
      line: /^\S{1,200}:\d{1,6}:\d{1,5} (?:lint|parse|format|assist)(?:\/\S{1,80})? .{0,40}━{3,}/,
      isSign: true,
      says: 'failed',
    },
    {
      line: /Biome exited because the configuration resulted in errors|× No files were processed/,
      says: 'broken',
    },
  ],
  oxlint: [{ line: /^Found \d{1,7} warnings? and (?<failed>\d{1,7}) errors?\.$/, says: 'passed' }],
  prettier: [
    { line: /^All matched files use Prettier code style!$/, says: 'passed' },
    { line: /^\[warn\] Code style issues (?:found|fixed) in /, says: 'failed' },
    { line: /^\[error\] (?:No (?:files|parser)|Invalid configuration|Cannot find)/, says: 'broken' },
    { line: /^\[error\] \S{1,200}: SyntaxError/, says: 'failed' },
  ],
  ruff: [
    { line: /^All checks passed!$/, says: 'passed' },
    { line: /^Found (?<failed>\d{1,7}) errors?(?: \(\d{1,7} fixed, \d{1,7} remaining\))?\.$/ },
    { line: /^\d{1,7} files? would be reformatted/, says: 'failed' },
    { line: /^\d{1,7} files? already formatted$/, says: 'passed' },
    { line: /^\S{1,200}:\d{1,6}:\d{1,5}: [A-Z]{1,4}\d{3,4} \S/, isSign: true, says: 'failed' },
    { line: /^[A-Z]{1,4}\d{3,4} (?:\[\*\] )?\S/, isSign: true, isWeak: true, says: 'failed' },
    { line: /^ruff failed$|^error: Failed to (?:parse|load) /, says: 'broken' },
  ],
  black: [
    { line: /^All done! /, says: 'passed' },
    { line: /^Oh no! /, says: 'failed' },
    { line: /^No Python files are present to be formatted/, says: 'none' },
  ],
  flake8: [{ line: /^\S{1,200}:\d{1,6}:\d{1,5}: [A-Z]{1,3}\d{1,4} \S/, isSign: true, says: 'failed' }],
  pylint: [
    { line: /^Your code has been rated at 10\.00\/10/, says: 'passed' },
    { line: /^Your code has been rated at -?\d{1,4}\.\d\d\/10/, isSign: true, says: 'failed' },
  ],
  isort: [{ line: /^ERROR: \S{1,200} Imports are incorrectly sorted/, says: 'failed' }],
  'golangci-lint': [
    { line: /^0 issues\.$/, says: 'passed' },
    { line: /^(?<failed>\d{1,7}) issues:$/ },
    {
      line: /^\S{1,200}\.go:\d{1,6}(?::\d{1,5})?: .{1,300}\((?:[a-z][a-z0-9-]{1,30})\)$/,
      says: 'failed',
      isSign: true,
    },
    {
      line: /^(?:level=error msg="|Error: )(?:Running error|can't load config|.{0,60}unsupported version|.{0,40}no go files)/,
      says: 'broken',
    },
  ],
  'go vet': [{ line: /^(?:vet: )?\.?\/?\S{1,200}\.go:\d{1,6}:\d{1,5}: \S/, isSign: true, says: 'failed' }],
  clippy: [{ line: /^error: could not compile /, says: 'failed' }],
  rustfmt: [{ line: /^Diff in \S{1,300}/, says: 'failed' }],
  rubocop: [
    { line: /^\d{1,7} files? inspected, no offenses detected/, says: 'passed' },
    { line: /^\d{1,7} files? inspected, (?<failed>\d{1,7}) offenses? detected/ },
    { line: /^\S{1,200}:\d{1,6}:\d{1,5}: [CWEFR]: \S/, isSign: true, says: 'failed' },
  ],
  shellcheck: [
    {
      line: /^In \S{1,200} line \d{1,6}:$|^\S{1,200}:\d{1,6}:\d{1,5}: (?:note|warning|error): .{1,300}\[SC\d{4}\]$/,
      says: 'failed',
    },
  ],
  hadolint: [{ line: /^\S{1,200}:\d{1,6} (?:DL|SC)\d{4} /, isSign: true, says: 'failed' }],
  yamllint: [{ line: /^ {2}\d{1,6}:\d{1,5} {2,8}error {2}/, isSign: true, says: 'failed' }],
  // Only where the command asks for it: everything else that stumbles over a file says so too.
  syntax: [
    { line: /^No syntax errors detected in |^(?:\S{1,200} )?[sS]yntax OK$/, says: 'passed' },
    {
      line: /^Errors parsing |^(?:PHP )?(?:Parse|Fatal) error: |^SyntaxError: |: syntax error\b|\bsyntax error,? |had (?:too many )?(?:compilation|syntax) errors?\.$/,
      says: 'failed',
    },
  ],
  swiftlint: [
    { line: /^Done linting! Found 0 violations, 0 serious/, says: 'passed' },
    { line: /^Done linting! Found \d{1,7} violations, [1-9]\d{0,6} serious/, says: 'failed' },
  ],
  'dart analyze': [
    { line: /^No issues found!/, says: 'passed' },
    { line: /^(?<failed>\d{1,7}) issues? found\./ },
  ],
  credo: [
    { line: /\bfound no issues\./, says: 'passed' },
    { line: /^\d{1,7} mods\/funs, found \d{1,6} /, says: 'failed' },
  ],
  commitlint: [{ line: /^✖ {3}found (?<failed>\d{1,6}) problems?/ }],
  cspell: [{ line: /^CSpell: Files checked: \d{1,7}, Issues found: (?<failed>\d{1,7}) in /, says: 'passed' }],
  phpcs: [{ line: /^FOUND \d{1,7} ERRORS? /, says: 'failed' }],
  'php-cs-fixer': [{ line: /^Found [1-9]\d{0,6} of \d{1,7} files that can be fixed/, says: 'failed' }],
  spotless: [{ line: /The following files had format violations:/, says: 'failed' }],
  terraform: [
    { line: /^Success! The configuration is valid/, says: 'passed' },
    { line: /^(?:│ )?Error: \S/, says: 'failed', isSign: true, isWeak: true },
  ],
  helm: [
    { line: /^(?:Error: )?\d{1,5} chart\(s\) linted, 0 chart\(s\) failed/, says: 'passed' },
    { line: /^(?:Error: )?\d{1,5} chart\(s\) linted, [1-9]\d{0,4} chart\(s\) failed/, says: 'failed' },
  ],
  nginx: [
    { line: /^nginx: configuration file .{1,200} test is successful/, says: 'passed' },
    { line: /^nginx: configuration file .{1,200} test failed/, says: 'failed' },
  ],
  promtool: [{ line: /^\s{0,8}FAILED: /, says: 'failed' }],
  kubeconform: [
    { line: /^Summary: .{0,120}Invalid: 0, Errors: 0\b/, says: 'passed' },
    { line: /^Summary: .{0,120}(?:Invalid: [1-9]|Errors: [1-9])/, says: 'failed' },
  ],
  tflint: [{ line: /^(?<failed>\d{1,6}) issue\(s\) found:/ }],
  markdownlint: [
    { line: /^Summary: 0 error\(s\)$/, says: 'passed' },
    { line: /^Summary: [1-9]\d{0,6} error\(s\)$/, says: 'failed' },
    { line: /^\S{1,200}:\d{1,6}(?::\d{1,5})? (?:error )?MD\d{3}\//, says: 'failed' },
  ],
  'pre-commit': [
    {
      line: /^(?:\S.{0,60})?\b(?:flake8|ruff|eslint|black|lint|prettier|isort|fmt|format|clippy|whitespace|yaml|json|toml|files)\b.{0,40}\.{3,80}Passed$/i,
      says: 'passed',
    },
    {
      line: /^(?:\S.{0,60})?\b(?:flake8|ruff|eslint|black|lint|prettier|isort|fmt|format|clippy|whitespace|yaml|json|toml|files)\b.{0,40}\.{3,80}Failed$/i,
      says: 'failed',
    },
  ],
  ktlint: [{ line: /^Summary error count \(descending\) by rule:/, says: 'failed' }],
  detekt: [
    {
      line: /^(?:Analysis failed with |Overall debt: .{0,60}, )?[1-9]\d{0,6} weighted issues?/,
      says: 'failed',
    },
  ],
  checkstyle: [{ line: /^Checkstyle (?:ends|violations?) with [1-9]\d{0,6} errors?/, says: 'failed' }],
  'ansible-lint': [{ line: /^Failed: [1-9]\d{0,6} failure\(s\)/, says: 'failed' }],
  sqlfluff: [{ line: /^== \[.{1,200}\] FAIL$/, says: 'failed' }],
  semgrep: [
    { line: /^Ran \d{1,7} rules? on \d{1,7} files?: 0 findings?\./, says: 'passed' },
    { line: /^Ran \d{1,7} rules? on \d{1,7} files?: [1-9]\d{0,6} findings?\./, says: 'failed' },
  ],
  knip: [{ line: /^✂️ {1,4}Excellent, Knip found no issues/, says: 'passed' }],
});
