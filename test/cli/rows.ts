/** How a command is tried. A text such as `{send.delivery}` stands for a field that the row `send` has printed. */
export type Row = {
  /** What works, after the rows before. Absent if the command needs more than a server. */
  works?: string[]
  input?: string
  /** What it answers to a mistake, besides unknown options and too many arguments. */
  refuses?: [args: string[], says: RegExp][]
  /** What it asks a person, if it does. */
  asks?: RegExp
  /** Its exit code may be 1, because the server of the tests has no other processes. */
  finds?: true
  /** It needs neither a server nor a session. */
  isLocal?: true
}

const missing = (name: string): [string[], RegExp] => [[], new RegExp(`missing required argument '${name}'`)]

/** A row per command, in the order in which they are run against one server. */
export const rows: Record<string, Row> = {
  login: {
    works: ['{server}', '-u', 'admin', '--password-stdin', '--profile', 'work'],
    input: 'password of callers',
    refuses: [
      [['not an address'], /is not an address such as/],
      [['http://127.0.0.1:9'], /Use --username/],
      [['http://127.0.0.1:9', '--oauth'], /--oauth needs an app/],
    ],
    asks: /User name or e-mail/,
    isLocal: true,
  },
  whoami: { works: [] },
  logout: { works: ['--profile', 'work'], isLocal: true },
  'teams list': { works: [] },
  'teams create': { works: ['operations'], refuses: [missing('name')] },
  'teams add': { works: ['reader', '--team', 'operations'], refuses: [missing('user')] },
  'teams remove': { works: ['reader', '--team', 'operations'], refuses: [missing('user')] },
  'channels list': { works: [], refuses: [[['--which', 'all'], /Allowed choices are readable/]] },
  'channels create': { works: ['releases'], refuses: [missing('name')] },
  'channels archive': {
    works: ['releases', '--yes'],
    refuses: [missing('channel'), [['town-square'], /Add --yes to confirm/]],
    asks: /Archive town-square\?/,
  },
  'channels restore': { works: ['releases'], refuses: [missing('channel')] },
  'users list': { works: [], refuses: [[['--only', 'none'], /Allowed choices are administrators/]] },
  'users create': { works: ['ada', 'ada@example.com'], refuses: [missing('username')] },
  'users import': {
    works: ['{file}'],
    refuses: [missing('file'), [['/nowhere/users.csv'], /Cannot read .* \(ENOENT\)/]],
  },
  'users deactivate': { works: ['ada'], refuses: [missing('user')] },
  'users activate': { works: ['ada'], refuses: [missing('user')] },
  'hooks create': { works: ['town-square', '--title', 'builds'], refuses: [missing('channel')] },
  'hooks list': {
    works: [],
    refuses: [
      [['--limit', 'many'], /whole number/],
      [['--only', 'broken'], /Allowed choices are failing/],
    ],
  },
  'hooks show': { works: ['builds'], refuses: [missing('hook')] },
  'hooks edit': { works: ['builds', '--description', 'Builds'], refuses: [missing('hook')] },
  'hooks regenerate': { works: ['builds'], refuses: [[['builds', '--overlap', 'x'], /whole number/]] },
  'hooks disable': { works: ['builds'], refuses: [missing('hook')] },
  'hooks enable': { works: ['builds'], refuses: [missing('hook')] },
  send: {
    works: ['sent', '--hook', 'builds', '--wait'],
    refuses: [
      [['x'], /Use --hook <title>, --hook-url <url> or POSTHORN_HOOK_URL/],
      [['--hook', 'builds'], /The message is empty/],
      [['{"text"', '--hook', 'builds', '--payload'], /The payload is no JSON/],
      [['x', '--hook-url', 'x'], /The hook’s URL is not valid/],
      [['-f', '/nowhere/x', '--hook', 'builds'], /Cannot read .* \(ENOENT\)/],
    ],
  },
  preview: { works: ['shown', '--hook', 'builds'], refuses: [[['x'], /required option '--hook <hook>'/]] },
  tail: {
    works: ['town-square', '--since', '1h', '--count', '1'],
    refuses: [[['-n', '-1'], /whole number/]],
  },
  'deliveries list': { works: ['builds'], refuses: [[['builds', '--since', 'now'], /Write 30m, 2h, 7d/]] },
  'deliveries find': {
    works: ['--id', '{send.delivery}'],
    refuses: [
      [[], /exactly one of --id, --request-id, --trace-id and --address/],
      [['--id', ''], /--id is empty/],
      [['--address', '192.0.2.7', '--at', 'now'], /Write 30m, 2h, 7d/],
    ],
  },
  'deliveries show': { works: ['{send.delivery}'], refuses: [missing('delivery')] },
  'deliveries replay': {
    works: ['{send.delivery}'],
    refuses: [[[], /Name either a delivery, or a hook with --all/]],
  },
  'hooks delete': {
    works: ['builds', '--yes'],
    refuses: [missing('hook'), [['First hook'], /Add --yes to confirm/]],
    asks: /Delete First hook\?/,
  },
  'settings get': { works: [], refuses: [[['NoSuch'], /There is no setting NoSuch/]] },
  'settings set': {
    works: ['EnableOAuthServiceProvider', 'true'],
    refuses: [[['EnableOAuthServiceProvider', 'perhaps'], /Valid values/]],
  },
  'apps create': { works: ['--cli'] },
  'apps list': { works: [] },
  'apps delete': {
    works: ['{apps create.id}', '--yes'],
    refuses: [missing('id'), [['some'], /Add --yes to confirm/]],
    asks: /Delete the app some\?/,
  },
  audit: { works: ['--limit', '5'], refuses: [[['--since', 'now'], /Write 30m, 2h, 7d/]] },
  figures: { works: [], refuses: [[['--step', 'day'], /Allowed choices are minute, hour/]] },
  doctor: { works: ['--after-restore'], finds: true },
  backup: { refuses: [missing('folder')], isLocal: true },
  'backup key': { isLocal: true },
  'backup verify': { refuses: [missing('backup')], isLocal: true },
  restore: { refuses: [missing('backup')], isLocal: true },
  'import mattermost': {
    works: ['{file}', '--dry-run', '--report', '{file}.json'],
    refuses: [missing('export'), [['/nowhere/x.jsonl'], /Cannot read .* \(ENOENT\)/]],
  },
  'import posthorn': {
    works: ['{file}', '--dry-run', '--report', '{file}.json'],
    refuses: [missing('export'), [['/nowhere/x.jsonl'], /Cannot read .* \(ENOENT\)/]],
  },
  'import slack': {
    refuses: [
      [[], /required option '--into <team>'/],
      [['/nowhere/x.zip', '--into', 'team'], /Cannot read .* \(ENOENT\)/],
    ],
    isLocal: true,
  },
  'import rocketchat': { refuses: [[[], /required option '--channels <file>'/]], isLocal: true },
  'import discord': { refuses: [[[], /required option '--channels <file>'/]], isLocal: true },
  export: { works: [], refuses: [[['everything'], /too many arguments/]] },
  completion: { works: ['bash'], refuses: [[['csh'], /Allowed choices are bash, zsh, fish/]], isLocal: true },
}
