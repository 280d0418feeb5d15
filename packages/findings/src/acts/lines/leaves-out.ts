/** A helper of tests says which of them are not run: lines that are about other files than their own. */
const leavesOut =
  /^\s{0,12}collect_ignore(?:_glob)?\s{0,3}(?:\+?=|\.(?:append|extend))|\bdef pytest_ignore_collect\b|^\s{0,20}items\[:\]\s{0,3}=|\bfilter_run_excluding\b|\bExUnit\.(?:start|configure)\([^)\n]{0,100}\bexclude:/;
const helper =
  /(?:^|[/\\])(?:conftest\.py|main_test\.go|(?:\w{1,40}[._-])?(?:setup|global\w{0,20}|helpers?|hooks|bootstrap)\.\w{1,5}|(?:spec|test|rails)_helper\.\w{2,4}|\w{1,60}_test\.go)$/i;
/** The whole run is over before it began. */
const endsEarly =
  /^\s{0,20}(?:os\.Exit\(0\)|process\.exit\(0?\);?|sys\.exit\(0?\)|os\._exit\(0\)|pytest\.exit\(.{0,120}|exit!?(?:\(0?\)| 0)?|System\.exit\(0\);|Environment\.Exit\(0\);)\s{0,4}$/;

export const isLeavingOut = (line: string, path: string): boolean =>
  helper.test(path.slice(-200)) && leavesOut.test(line.slice(0, 400));

/** By itself a test may end so where something that it needs is missing. */
export const isEndedEarly = (line: string, path: string, isNew: boolean): boolean =>
  (helper.test(path.slice(-200)) || (!isNew && /\.(?:sh|bash|bats)$/.test(path))) &&
  endsEarly.test(line.slice(0, 200));
