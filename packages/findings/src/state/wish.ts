import { screened } from '../screen/screened.ts';

/**
 * What a person wants done or wants left alone, read clause by clause: “push it, but don't force” asks for a push and
 * forbids a force push. A question (“why did you reset?”) asks for nothing.
 */

/** What is asked for, with the thing it is done to: “reset the tree” is a wish, “add a reset button” is none. */
const verbs = {
  discard:
    /\bgit (?:clean|reset|restore|checkout|stash (?:drop|clear))\b|\b(?:reset|revert|discard|undo|drop|scrap|throw|roll(?:ing)? ?(?:it |that |this |them |everything )?back|rollback|restore|clean|get rid of|go back|forget|abandon|start (?:over|again|fresh|from scratch))\b(?:$|.{0,40}\b(?:changes?|edits?|work|it|that|this|them|all|everything|commits?|files?|branch|away|tree|state|stash\w{0,2}|to (?:head|main|master|origin|how|where|what|the (?:last|previous|original|state))|last|before|git|over|head|hard|untracked|now|please)\b|\W{0,3}$)/i,
  delete:
    /\b(?:delet\w{1,4}|remov\w{1,4}|clean\w{0,3}(?: \w{1,12}){0,2} ?up|clean|clear\w{0,3}|wip(?:e|ing)|purg\w{1,4}|prun\w{1,4}|drop|get rid of|throw\w{0,3}|rm|nuke|trash)\b(?:.{0,60}\b(?:files?|folders?|director\w{1,4}|dirs?|everything|all|it|them|those|that|this|artifacts?|outputs?|results?|worktrees?|branch(?:es)?|cop(?:y|ies)|clones?|packages?|modules?|tests?|code|feature|docs?|runs?|leftovers?|away)\b|.{0,20}\s[\w.~@-]{0,60}\/[\w./-]{1,100}|\W{0,3}$)/i,
  push: /(?<![\w./-])(?:push\w{0,3}(?! (?:notifications?|messages?|state|events?|services?|buttons?|subscriptions?|down|(?:\w{1,12} ){1,3}(?:to|into|onto) (?:the |an? )?(?:array|list|stack|queue|history|end)))|force-push\w{0,3}|prs?|pull[- ]requests?|merge[- ]requests?|mrs?|(?:ship|land|submit)(?= (?:it|this|that|them|everything|now|an?|the (?:prs?|patch|change\w{0,2}|branch|mr|fix|commits?|feature|rest))\b|\W{0,3}$)|open a (?:draft )?pr|sync (?:with )?(?:the )?remote|(?:publish|release|deploy\w{0,5})(?!(?: the)? (?:notes?|previews?|scripts?|status|dates?|events?|locks?|messages?|pages?|buttons?|logs?|docs?|badges?|guides?|config\w{0,10})\b|\/))\b(?![./-]\w)/i,
  force:
    /\bforce[- ]?push\w{0,3}|\bforced?\b(?! (?:users?|(?:a |the )?re-?render|tls|https?|dark|light|ssl|an?|everyone|people|them to|it to)\b)|\b(?:rebas\w{1,4}|squash\w{0,4}|amend\w{0,4}|rewrit\w{1,4}|fix ?up)\b|\boverwrit\w{1,4}\b(?=.{0,40}\b(?:it|that|remote|branch|main|master|origin|prs?|history|theirs|upstream|what|there)\b|\W{0,3}$)/i,
  history:
    /\b(?:rebas\w{1,4}|squash\w{0,4}|amend\w{0,4}|filter-(?:repo|branch)|rewrit\w{1,4} (?:\w{1,12} ){0,3}history)\b|\b(?:delet\w{1,4}|remov\w{1,4}|clean\w{0,3}(?: \w{1,12}){0,2} ?up|clean|prun\w{1,4}|tidy|purg\w{1,4}|drop|get rid of)\b(?:.{0,60}\b(?:branch(?:es)?|tags?|commits?|worktrees?|history|remotes?|refs?|it|them|those|stale|merged|repo)\b|\W{0,3}$)/i,
  merge:
    /\bmerg(?:e|ed|es|ing)\b(?!.{0,4}conflict)(?:.{0,30}(?:\b(?:prs?|pull|branch\w{0,2}|main|master|it|this|that|them|when|once|now|after)\b|#\d)|\W{0,3}$)|\b(?:land|ship) (?:it|this|that)\b|\blgtm\b|\bauto-?merge\b/i,
  approve: /\b(?:approv\w{1,4}|lgtm)\b/i,
  publish:
    /(?<![\w./-])(?:(?:publish\w{0,4}|releas\w{1,4})(?!(?: (?:an?|the|each|every))? (?:notes?|scripts?|dates?|events?|locks?|messages?|pages?|buttons?|state|status|subscribe|handlers?|memory|resources?|connections?)\b|\/)|ship (?:it|this)|cut (?:a|the) (?:new )?(?:\w{1,12} )?(?:release|version|tag|rc|beta|alpha|patch|minor|major|build|image)|(?:re)?tag(?:g(?:ed|ing))?(?= (?:it|this|that|them|and|main|master|head|v?\d|a release|an rc|the (?:release|commit|version|image|build|branch)|version|with v)|\W{0,3}$)|tags|(?:npm|yarn|pnpm|bun|cargo|gem|docker) (?:publish|push|release)|to (?:npm|pypi|the registry|crates)|push (?:\w{1,20} ){0,3}(?:images?|tags?))\b(?![./-]\w)/i,
  deploy:
    /(?<![\w./-])(?:deploy\w{0,5}(?! (?:scripts?|previews?|status|buttons?|logs?|docs?|badges?|guides?|pages?|steps?|config\w{0,10})\b)|rollout|(?:run|use|using|execute|with|via|do|call) (?:\w{1,12} ){0,2}(?:terraform|tofu|pulumi|kubectl|helm)|(?:terraform|tofu|pulumi|kubectl|helm) (?:apply|destroy|up|down|delete|upgrade|install|uninstall|rollout|scale|drain|rollback|patch|run|it|this|that|-)|docker(?: compose|-compose)? (?:up|down|rm|rmi|prune|system|volumes?|stop|restart|kill|build|run|images?|containers?|clean\w{0,3})|(?:prun\w{1,4}|clean\w{0,4}|clear\w{0,3}|remov\w{1,4}|delet\w{1,4}|stop\w{0,4}|wip\w{1,4}|free) (?:\w{1,12} ){0,3}docker\b|(?:roll(?:ing)? ?(?:\w{1,12} ){0,3}out|provision\w{0,3}|destroy\w{0,3}|tear(?:ing)? (?:\w{1,12} ){0,3}down|drain\w{0,3}|(?<!\b(?:pods?|containers?|services?|servers?|nodes?|it|they|that|which|keeps?|always|workers?|must|will) )restart(?:ing|ed)?|bring (?:\w{1,12} ){0,3}down|prun\w{1,4})(?= .{0,60}\b(?:it|them|everything|all|that|this|stacks?|staging|prod\w{0,8}|env\w{0,12}|clusters?|nodes?|pods?|deployments?|services?|servers?|containers?|images?|volumes?|networks?|instances?|buckets?|namespaces?|infra\w{0,12}|droplets?|vms?|machines?|lambdas?|functions?|workers?|databases?|dbs?|redis|nginx|postgres\w{0,3}|mysql|mongo\w{0,2}|kafka|rabbitmq|compose|api|backend|app|resources?|queues?|site|release|version|branch(?:es)?|worktrees?|v?\d[\w.]{0,10})\b|\W{0,3}$)|go live|apply (?:the )?(?:it|that|this(?! \w)|plan|manifests?|infra\w{0,12}|stack|terraform|k8s|kube\w{0,8}|helm|chart|changes?(?= (?:to|in|on) (?:the )?(?:prod\w{0,8}|staging|cluster|dev|aws|cloud)\b|\W{0,3}$))|ship (?:it|this) to)\b(?![./-]\w)/i,
  teardown:
    /\b(?:destroy\w{0,3}|delet\w{1,4}|remov\w{1,4}|drop\w{0,4}|wip(?:e|ing)|nuke|purg\w{1,4}|uninstall\w{0,3}|decommission\w{0,3}|terminat\w{1,4}|trash|get rid of|throw(?:ing)? away|tear(?:ing)? (?:\w{1,12} ){0,3}down|blow(?:ing)? (?:\w{1,12} ){0,3}away)\b(?! (?:buttons?|links?|endpoints?|handlers?|methods?))(?:.{0,60}\b(?:volumes?|pvcs?|pvs?|claims?|data|dbs?|databases?|stacks?|namespaces?|env\w{0,12}|clusters?|instances?|buckets?|staging|previews?|resources?|containers?|deployments?|services?|charts?|releases?|apps?|droplets?|vms?|servers?|machines?|functions?|projects?|sites?|queues?|pods?|infra\w{0,12}|everything|all|it|this|that|them|those)\b|\W{0,3}$)|\b(?:prun\w{1,4}|clean\w{0,4}|clear\w{0,3}|reset\w{0,4}|empty|recreat\w{1,4})\b.{0,60}\b(?:volumes?|pvcs?|data|dbs?|databases?|clusters?|namespaces?|everything|all|states?|env\w{0,12})\b|\b(?:fresh|new|empty|clean|blank)\b.{0,30}\b(?:dbs?|databases?|volumes?|states?|slate|start|data|stacks?|env\w{0,12}|clusters?)\b|\bfrom scratch\b|\bstart (?:over|fresh|anew)\b|\bdata (?:may|can) go\b|\bdown -v\b|--volumes\b|\bvolumes? (?:rm|prune|too|as well|included)\b|\bthrow-?away\b|\b(?:terraform|tofu|pulumi|cdk) destroy\b|\b(?:kubectl|helm|oc) (?:delete|uninstall)\b/i,
  database:
    /(?<!\badd (?:an? |the )?)\b(?:reset\w{0,4}|drop\w{0,4}|wip\w{1,4}|truncat\w{1,4}|recreat\w{1,4}|re-?seed\w{0,3}|empty(?! state)|clear\w{0,3}|delet\w{1,4}|clean\w{0,4}|purg\w{1,4}|flush\w{0,3}|remov\w{1,4}|blow(?:ing)? away|nuke|rebuild|fresh|from scratch|start over)\b(?!.{0,80}\b(?:buttons?|links?|endpoints?|components?|views?|pages?|grids?|widgets?|forms?|keyboard|modals?|dialogs?|menus?|when|whenever|if|on (?:log-?out|blur|click|submit|unmount))\b).{0,60}\b(?:db|databases?|tables?|schema|data|collections?|redis|caches?|rows?|records?|migrations?|users?|entries)\b/i,
  guards:
    /\b(?:hooks?|permissions?|husky|lefthook|codeowners|pre-?commit|mcp|sandbox|allow-?lists?|guards?|settings\.json|config\.toml|claude(?: code)? (?:settings|config\w{0,10})|agent (?:settings|config\w{0,10}|rules)|signing|gpg|settings (?:of|for) (?:the |your |this )?(?:coding )?agent|your (?:own )?(?:settings|config\w{0,10}|rules)|allow (?:yourself|claude|codex|copilot|gemini|the agent)|without (?:asking|prompting)(?: me| us| again)?)\b/i,
  noVerify:
    /\bno[- ]verify\b|\b(?:skip|bypass|without|ignor\w{1,3}|disabl\w{1,3}) (?:\w{1,12} ){0,3}(?:hooks?|checks?|verification|pre-?commit|husky|lint\w{0,4})\b/i,
  checks:
    /(?<!\bto )\b(?:chang\w{1,4}|set|lower\w{0,4}|rais\w{1,4}|relax\w{0,4}|loosen\w{0,4}|disabl\w{1,4}|enabl\w{1,4}|turn\w{0,3}|switch\w{0,4}|ignor\w{1,4}|allow\w{0,3}|skip\w{0,4}|exclud\w{1,4}|drop|remov\w{1,4}|delet\w{1,4}|add|adjust\w{0,4}|bump\w{0,3}|updat\w{1,4}|configur\w{1,4}|mov\w{1,3}|migrat\w{1,4}|replac\w{1,4}|rewrit\w{1,4}|split\w{0,4}|simplif\w{1,4}|clean\w{0,4}|speed|us(?:e|ing)|suppress\w{0,4}|silenc\w{1,4}|mut(?:e|ing)|downgrad\w{1,4}|upgrad\w{1,4}|tweak\w{0,3}|edit|make|put|reduc\w{1,4}|shorten\w{0,3}|rework\w{0,3}|port|convert|let|cut|take out|get rid of|generat\w{1,4}|creat\w{1,4}|record\w{0,3}|no longer|without|may|can|should|fine to|ok to)\b.{0,80}\b(?:baselines?|lint\w{0,4}|[a-z]{0,12}lint|tsconfig|biome|ruff|mypy|coverage|jacoco|thresholds?|limits?|minimum|type[- ]?check\w{0,3}|nolint|noqa|suppress\w{0,6}|strict\w{0,4}|warnings?|werror|gates?|jest config|vitest config|fail\w{0,4}|block\w{0,4}|non-?blocking|optional|rules?|cops?|inspections?|checks?)\b|(?<!\bto )\b(?:chang\w{1,4}|lower\w{0,4}|rais\w{1,4}|relax\w{0,4}|loosen\w{0,4}|disabl\w{1,4}|turn\w{0,3}|switch\w{0,4}|ignor\w{1,4}|allow\w{0,3}|skip\w{0,4}|exclud\w{1,4}|drop|remov\w{1,4}|delet\w{1,4}|adjust\w{0,4}|configur\w{1,4}|mov\w{1,3}|migrat\w{1,4}|replac\w{1,4}|rewrit\w{1,4}|split\w{0,4}|simplif\w{1,4}|clean\w{0,4}|speed|suppress\w{0,4}|silenc\w{1,4}|mut(?:e|ing)|downgrad\w{1,4}|tweak\w{0,3}|edit|make|reduc\w{1,4}|shorten\w{0,3}|rework\w{0,3}|port|convert|let|cut|take out|get rid of|no longer|without|may|can|should|fine to|ok to)\b.{0,80}\b(?:ci|jobs?|steps?|workflows?|pipelines?|github actions?)\b|\b(?:lint\w{0,4}|coverage|thresholds?|limits?|minimum|ci|jobs?|steps?|gates?|workflows?|pipelines?|warnings?|rules?|checks?)\b.{0,40}\b(?:may fail|can fail|not block\w{0,3}|non-?blocking|optional|off|lower|down to|only on|on node|as warnings?|(?:is|are) (?:fine|ok|okay|enough|good enough|too (?:strict|high))\b)|\b(?:coverage|thresholds?|limits?|minimum|warnings?|score)\b.{0,40}\bto \d{1,3}\b/i,
  schedule:
    /\b(?:cron(?:tab|job)?s?|schedul\w{1,4}|launchd|launch agents?|launchctl|systemd|(?:every|each) (?:\w{1,12} ){0,2}(?:minutes?|hours?|days?|nights?|mornings?|weeks?)|(?:run\w{0,4}|start\w{0,3}|sync\w{0,4}|back ?up|execute) .{0,40}\b(?:nightly|hourly|daily)|autostart|at (?:boot|login|startup)|on (?:boot|login|startup)|starts? by itself|pm2|background service|daemon)\b/i,
  skip: /\b(?:skip\w{0,4}|disabl\w{1,4}|quarantin\w{1,4}|mut(?:e|ing)|x-?fail|ignor\w{1,4}|comment(?:ing)? out|turn(?:ing)? off|switch(?:ing)? off|park|pend|deactivat\w{1,4}|leave out|remov\w{1,4}|delet\w{1,4})\b.{0,60}\b(?:tests?(?:_\w{1,60})?|Test[A-Z]\w{1,60}|specs?|suites?|it|them|cases?|scenarios?|flak\w{1,4})\b|\b(?:skip|disable|quarantine|mute|ignore|xfail|park|deactivate|comment out|turn off|switch off)\b.{0,20}?(?:\b\w{2,60}_\w{1,60}|["'“`][^"'”`]{3,80}["'”`]|\b\w{2,40}(?:Tests?|Spec)\b)|\b(?:skip|disable|mute|park)\b.{1,60}\b(?:for now|until|temporarily|for the moment)\b|\bmark\b.{1,60}\b(?:as )?(?:skip\w{0,4}|pending|x-?fail|todo|flaky|ignored|disabled|expected to fail)\b|\b(?:it|test|describe)\.(?:todo|skip)\b|\b(?:todo|pending|placeholder|skipped|disabled|empty) (?:\w{1,12} ){0,2}(?:tests?|specs?|cases|scenarios)\b|\b(?:tests?|specs?|cases|scenarios)\b.{0,40}\b(?:as (?:todos?|pending|placeholders?|skipped|disabled)|skipped (?:for now|at first))\b/i,
  depend:
    /\b(?:install\w{0,4}|upgrad\w{1,4}|bump\w{0,3}|dependenc(?:y|ies)|packages?|librar(?:y|ies)|deps)\b/i,
  kill: /\b(?:kill\w{0,3}|stop\w{0,4}|restart\w{0,3}|terminat\w{1,4}|shut\w{0,4}|free)\b(?:.{0,30}\b(?:servers?|process\w{0,2}|ports?|it|them|dev|daemons?|services?|app|down|everything|\d{2,6})\b|\W{0,3}$)/i,
  root: /\b(?:sudo|root|chmod|chown|as admin\w{0,10}|writable|world[- ]readable|executable|rights)\b/i,
  testOnly:
    /\b(?:under|in|during|while|when) (?:unit |running )?tests?(?:ing|ed)?\b.{0,60}\b(?:return|skip|not|no|disable|bypass|stub|mock|fake)\b|\b(?:return|skip|disable|bypass|do not|don['’]t|without|stub|mock|fake)\b.{0,60}\b(?:under|in|during|while) (?:unit |running )?tests?(?:ing)?\b/i,
  send: /\b(?:send\w{0,3}|upload\w{0,3}|post\w{0,3}|shar\w{1,4}|gists?|webhooks?|notify|curl|transfer|scp|rsync)\b/i,
  identity:
    /\b(?:identity|author\w{0,4}|user\.(?:name|email)|git config|committer|commit(?:s|ting)? (?:as|under|with (?:my|the|this|that|our) (?:\w{1,12} )?(?:name|e?-?mail|address|account|identity|key)|in (?:my|the) name)|(?:git|commit|my|work|company|private|our|the bot'?s?) (?:\w{1,12} )?(?:e-?mail|mail(?: address)?|user ?name|signing ?key)|sign(?:ing)? (?:my|the|our)? ?(?:commits?|key))\b/i,
  red: /\b(?:fail(?:s|ing)?|red|reproduc\w{1,4}|repro)\b.{0,40}\b(?:tests?|specs?|cases?|bugs?|issue|first|scenario)\b|\b(?:tests?|specs?|cases?)\b.{0,40}\b(?:fail(?:s|ing)?|red|reproduc\w{1,4})\b|\b(?:do not|don['’]t|without|no need to|not) (?:\w{1,12} ){0,2}fix\w{0,3}\b|\btdd\b|\bleave (?:it|them|that) (?:red|failing)\b/i,
  stub: /\b(?:stubs?|stubbed|skeleton\w{0,2}|scaffold\w{0,4}|placeholders?|mock\w{0,3}|abstract|base ?class(?:es)?|interface\w{0,2}|protocol|boilerplate|todos?|signatures? only|not implement\w{0,3}|unimplemented|leave (?:\w{1,20} ){0,4}(?:empty|open|out|unimplemented)|later|outline|shape only)\b/i,
  access:
    /\b(?:collaborators?|access|permissions?|roles?|members?|invite|grant|deploy keys?|maintainers?|owners?|admins?|tokens?|keys?|authorized_keys|protect\w{0,4}|visibility|public|private)\b/i,
  expect:
    /\b(?:correct\w{0,3}|updat\w{1,3}|adjust\w{0,3}|adapt\w{0,3}|chang\w{1,3}|align\w{0,3}|rewrit\w{1,3}|make)\b.{0,40}\b(?:tests?|specs?|expectations?|assertions?|expected)\b|\btests? (?:is|are|was|were) (?:wrong|outdated|out of date|stale|old)\b|\b(?:tests?|specs?|test_\w{1,60}|\w{1,60}_test|\w{1,60}(?:Test|Spec))\b.{0,40}\b(?:expects?|asserts?|checks?|wants?|has|is|are|uses?)\b.{0,30}\b(?:wrong|old|outdated|stale|incorrect|off by)\b|\b(?:adapt|adjust|update|change|fix)\w{0,3} (?:what|whatever|everything that|all that) (?:breaks|fails|is affected|expects)\b|\b(?:loosen|relax|weaken|soften)\w{0,3}\b|\btoo (?:strict|tight|exact|specific|brittle)\b|\bless strict\b|\b(?:only|just) (?:check|assert|expect|verify)\w{0,3}\b|\b(?:from now on|instead of|is intended|new behaviou?r|by design)\b.{0,80}\b(?:adapt|adjust|updat)\w{0,3}\b/i,
  env: /\b(?:reset|replac\w{1,3}|overwrit\w{1,3}|recreat\w{1,3}|regenerat\w{1,3}|cop(?:y|ying)|refresh\w{0,3}|restor\w{1,3}|rewrit\w{1,3}|creat\w{1,3}|set up|start)\b.{0,40}(?:[\s"'`]\.env\b|\benv file)/i,
  track:
    /(?:^|[\s"'`/(])\.env\b|\b(?:env files?|secrets?|credentials?|keys?|certs?|certificates?|tfvars|dotenv)\b/i,
  snapshots:
    /\b(?:updat\w{1,3}|regenerat\w{1,4}|refresh\w{0,3}|accept\w{0,3}|re-?record\w{0,3}|bless|rebaselin\w{1,3})\b.{0,60}\b(?:snapshots?|goldens?|golden files?|fixtures?|baselines?|expectations?|cassettes?|screenshots?|expected (?:output|files?))\b/i,
  unasked:
    /\b(?:yolo|dangerously|skip[- ]permissions|bypass\w{0,4}|full[- ]access|allow[- ]all|without asking|unattended|headless|auto-?approve)\b/i,
  outside:
    /~\/|\b(?:globally|dotfiles?|home (?:dir\w{0,6}|folder)|shell profile|(?:ba|z)shrc|skills?|other (?:repo\w{0,6}|project))\b/i,
} as const;

export type Wish = keyof typeof verbs;
export const wishes = Object.keys(verbs) as Wish[];
const verbsIn = screened(verbs);

/** What can be forbidden in so many words. “Don't delete that test” says nothing about other files, so it is not here. */
const forbidden: Partial<Record<Wish, RegExp>> = {
  push: /\bpush\w{0,3}\b/i,
  force: /\bforce\b/i,
  merge: /\bmerg\w{1,3}\b/i,
  publish: /\b(?:publish\w{0,3}|releas\w{1,3})\b/i,
  deploy: /\b(?:deploy\w{0,5}|apply)\b/i,
  noVerify: /\bno-verify\b/i,
  send: /\b(?:upload\w{0,3}|send\w{0,3})\b/i,
};

const negation =
  /\b(?:do(?:es)? not|never|no need to|not to|must not|should not|can(?:not|'t|’t)|avoid|without|instead of|rather than|leave|hands off|not yet|nothing|no(?!-))\b|n['’]t\b/i;
/** A question about what happened, or a report of it, asks for nothing. */
const tells =
  /^\W{0,3}(?:i['’]ll|i will|i am going to|i['’]m going to|we['’]ll) .{0,60}\b(?:myself|ourselves|later|tomorrow|it|that)\b|^\W{0,3}(?:i|we) .{0,60}\b(?:myself|ourselves)\b|^(?:\W{0,3}(?:so|and|but|ok|hm+),? )?(?:why(?! not| don['’]t (?:you|we))|what (?:is|are|was|were|does|did|happens)|how (?:does|do|did|come|many|much|long|often|old|big|is|are|was)|when (?:did|does|was)|who|whose|which|where|explain|describe|(?:is|are|was|were|does|did) (?:it|that|this|there|the|my|our|any\w{0,5}|you|we|these|those)|have you)\b/i;

const clauseEnd =
  /[.!?;:\n]{1,3}(?:\s|$)|\n|,?\s(?:but|however|though|although|then|and then|and(?= don| do not| never))\b\s?|, /i;
const max = { text: 3000, clauses: 60, clause: 300, words: 150 };

export interface Wanted {
  asks: Wish[];
  forbids: Wish[];
}

/** “Someone from payments has to review it first”: nobody else merges or approves it. */
const needsReview =
  /\b(?:wait\w{0,3} for|await\w{0,3}|until|pending|subject to) (?:[\w'’-]{1,20} ){0,5}(?:review\w{0,3}|approv\w{1,3}|sign[- ]?off|lgtm)\b|\b(?:has to|have to|must|needs? to|should) (?:be )?(?:review|approv)\w{0,3} (?:it|this|that|them|by|first|before)\b|\b(?:needs?|requires?) (?:an? |the |your |my )?(?:[\w-]{1,20} ){0,2}(?:review|approval|sign[- ]?off)\b(?! of)/i;

export const clausesOf = (text: string): string[] =>
  text
    .slice(0, max.text)
    .split(clauseEnd)
    .slice(0, max.clauses)
    .map((clause) => clause?.slice(0, max.clause).trim() ?? '');

/** It tells or asks what happened, and orders nothing. */
export const isTold = (clause: string): boolean => clause === '' || tells.test(clause);

/** “Prepare the release”, “write a script that publishes”: what comes after it is somebody else's word. */
const prepares =
  /\b(?:prepar\w{1,4}|draft\w{0,3}|plan\w{0,4}|ready (?:to|for)|get\b.{0,40}\bready|set(?:ting)?\b.{0,20}\bup|dry[- ]run|simulat\w{1,4}|check (?:whether|if|what|that)|see (?:whether|if)|for (?:the |a |our |this |that |next |publishing|releasing|release|deploy)|(?:write|add|create|implement|extend)\b.{0,40}\b(?:scripts?|workflows?|jobs?|actions?|pipelines?|steps?|targets?|tasks?|commands?))\b/i;
/** “… and publish it.” */
const thenDoes =
  /\b(?:and|then|to) (?:then |finally |directly )?(?:publish|release|ship|push|upload|cut|tag|deploy)\b(?! (?:notes|script))/i;
const ofRelease = /^(?:publish|releas|deploy)/i;

/** “Make it pass” asks for the code to be mended, and not for what is asked of it to be less. */
const wantsPass =
  /\b(?:pass(?:es|ing)?|green|through|succeeds?|above the|fix(?:ing)?|mend|repair|fail(?:s|ed|ing))\b/i;
const weakVerbs =
  /\b(?:make|let|put|get|bring|fix|should|must|(?:can|could|would|will) (?:you|we)|add(?:ing)?(?= (?:the |some |more |missing )?(?:tests?|specs?|types?|annotations?|coverage|cases)))\b/gi;
const ofPassing: ReadonlySet<Wish> = new Set(['checks', 'expect']);

export function wantedIn(text: string): Wanted {
  const asked = new Set<Wish>();
  const not = new Set<Wish>();
  for (const part of clausesOf(text)) {
    if (isTold(part)) continue;
    const isForReview = needsReview.test(part);
    if (isForReview) not.add('merge').add('approve');
    const no = negation.exec(part);
    const isPrepared = prepares.test(part) && !thenDoes.test(part);
    const isToPass = wantsPass.test(part);
    const meant = isToPass ? part.replace(weakVerbs, ' ') : part;
    for (const wish of wishes) {
      const verb = verbsIn[wish].exec(isToPass && ofPassing.has(wish) ? meant : part);
      if (isPrepared && verb && (wish === 'publish' || (wish === 'push' && ofRelease.test(verb[0]))))
        continue;
      if (!verb || (isForReview && (wish === 'approve' || wish === 'merge'))) continue;
      // What is forbidden stands behind the word that forbids, and close to it: “without tests, push” forbids no push.
      // “Leave a stub” asks for one.
      const isLeft = wish === 'stub' && no !== null && /^leave$/i.test(no[0]);
      if (no === null || isLeft || verb.index <= no.index || verb.index - no.index - no[0].length > 30)
        asked.add(wish);
      else if (forbidden[wish]?.test(part.slice(no.index))) not.add(wish);
    }
  }
  for (const wish of asked) not.delete(wish);
  return { asks: [...asked], forbids: [...not] };
}

const word = /[@\w~][\w@~./$:-]{2,119}/g;

/** The words of a text, so that what a person named can be told from what nobody mentioned. */
export function wordsIn(text: string): string[] {
  const found = new Set<string>();
  for (const [one] of text.slice(0, max.text).matchAll(word)) {
    if (found.size >= max.words) break;
    const plain = one.replace(/[.:/]{1,3}$/, '').toLowerCase();
    if (plain.length > 2) found.add(plain);
  }
  return [...found];
}

/** “Yes, go ahead”: what was offered before is wanted. “Yes, but …” and “yes?” are something else. */
export const isYes = (text: string): boolean =>
  text.length < 300 &&
  /^\W{0,3}(?:yes|yep|yeah|yup|sure|ok(?:ay)?|go ahead|do (?:it|that|so|all)|please do|sounds good|looks good|proceed|agreed|approved|go for it|all of (?:it|them))\b/i.test(
    text,
  ) &&
  !/\?|\b(?:but|except|however|not|only|don['’]t|without|wait|leave|keep)\b/i.test(text);
