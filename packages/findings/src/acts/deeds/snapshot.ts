import type { SimpleCommand } from '@debrief/shell';
import { checkOf } from '../../runs/check-table.ts';
import { type Classifier, isDryRun, operandsOf } from './deed.ts';

/** What tests compare with is written anew from what the code gives now, instead of being looked at. */
const options =
  /^(?:--update-?[sS]napshots?(?:=(?!none).{1,20})?|--snapshot-update|--update(?:=(?!none).{0,20})?|--update-goldens?|--update-baselines?|--inline-snapshot=(?:fix|update|create)(?:,.{0,20})?|--force-regen|--regen(?:-all)?|--bless|-update(?:=true)?|--accept(?:-unseen)?|--record|--overwrite)$/;
/** One letter that means it with these. */
const short = /^(?:jest|vitest|ava|bun|react-scripts|npm|pnpm|yarn|tap|storybook|test-storybook|playwright)$/;
const variables =
  /^(?:UPDATE_\w{0,20}(?:GOLDENS?|SNAPSHOTS?|SNAP|EXPECT(?:ED|ATIONS)?|FIXTURES?|BASELINES?|TESTDATA)|INSTA_(?:UPDATE|FORCE_PASS)|BLESS|GOLDEN_UPDATE|SNAPSHOT_UPDATE|UPDATE_TESTS|REGENERATE\w{0,20}|REGEN\w{0,20}|RECORD_SNAPSHOTS?|TRYBUILD|OVERWRITE_\w{1,20}|UPDATE_SNAPSHOT)$/;
const approvers =
  /^(?:cargo insta (?:accept|approve)|insta (?:accept|approve)|dotnet verify accept|verify accept|backstop approve|loki approve|chromatic .{0,200}--auto-accept-changes|cargo insta test .{0,200}--accept)/;
const received = /(?:^|[/._-])(?:actual|received|new|out|output|got|current|result)s?(?:[/._-]|$)/i;
const approved =
  /(?:^|[/._-])(?:expected|goldens?|snapshots?|__snapshots__|baselines?|approved|want|reference)(?:[/._-]|$)|\.(?:snap|golden)$/i;

export const snapshotUpdate: Classifier = (command, _, { hasFailed }) => {
  if (hasFailed || command.isRemote || isDryRun(command) || !isUpdate(command)) return undefined;
  return {
    rule: 'test.weaken',
    severity: 'medium',
    target: 'snapshots',
    what: 'Wrote what the tests compare with anew',
    wish: 'snapshots',
  };
};

/** Runners of tests and what runs them, tools that approve, and copies. */
export const mayUpdate =
  /^(?:cp|mv|cargo|insta|dotnet|verify|backstop|loki|chromatic|go|gotestsum|npm|pnpm|yarn|bun|bunx|npx|node|deno|make|just|task|mise|uv|poetry|hatch|python[\d.]{0,6}|mix|rails|rake|bundle|php|composer|flutter|dart|swift|zig|dune|turbo|nx|cross-env|dotenv|jest|vitest|ava|tap|mocha|playwright|cypress|pytest|py\.test|tox|nox|rspec|phpunit|pest|ctest|ginkgo|bats|karma|react-scripts|storybook|test-storybook)$/;

function isUpdate(command: SimpleCommand): boolean {
  const { name, args, assignments } = command;
  const words = args.map(({ value }) => value);
  if (!mayUpdate.test(name)) return false;
  if (approvers.test([name, ...words].join(' ').slice(0, 300))) return true;
  if (name === 'cp' || name === 'mv') {
    const [from = '', to = '', more] = operandsOf(command).map(({ value }) => value);
    return more === undefined && received.test(from) && approved.test(to);
  }
  const isAsked =
    words.some((word) => options.test(word) || (word === '-u' && short.test(name))) ||
    assignments.some(
      ({ name: variable, value }) =>
        variables.test(variable) && !/^(?:0|false|no|never|)$/.test(value ?? '1'),
    ) ||
    (words.includes('-u') && words.some((word) => short.test(word)));
  return isAsked && checkOf(command)?.of === 'tests';
}
