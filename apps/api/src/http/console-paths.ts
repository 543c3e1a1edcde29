const hook = '/$team/integrations/incoming/$hook'
const bot = '/$team/integrations/bots/$hook'

/**
 * The paths of the console's screens, as its router writes them (apps/console/src/routes.ts). `test/console/paths.test.ts`
 * compares them.
 */
export const consolePaths = [
  '/',
  '/admin',
  '/admin/audit',
  '/admin/hooks',
  '/admin/integrations/custom',
  '/admin/limits',
  '/admin/people',
  '/admin/pipeline',
  '/admin/storage',
  '/admin/teams',
  '/admin/teams/$team',
  '/admin/users',
  '/admin/users/$user',
  '/admin/users/import',
  '/admin/users/new',
  '/$team',
  '/$team/account',
  '/$team/channels',
  '/$team/channels/$channel',
  '/$team/channels/$channel/thread/$root',
  '/$team/messages/@{$user}',
  '/$team/messages/@{$user}/thread/$root',
  '/$team/integrations/apps',
  '/$team/integrations/apps/$app',
  '/$team/integrations/apps/new',
  '/$team/integrations/bots',
  bot,
  `${bot}/deliveries/$delivery`,
  '/$team/integrations/incoming',
  '/$team/integrations/incoming/new',
  hook,
  `${hook}/connect`,
  `${hook}/deliveries/$delivery`,
  `${hook}/refused`,
  `${hook}/settings`,
  `${hook}/template`,
  `${hook}/try`,
]

/** A name of a team has no dots, unlike files. */
const names: Record<string, string> = { team: '[\\w-]+' }

const patterns = consolePaths.map(path => {
  const source = path.replaceAll(/\{?\$(\w+)\}?/g, (_, name) => names[name] ?? '[^/]+')
  return new RegExp(`^${source.replace(/\/$/, '')}/?$`)
})

/** Checks whether the console has a screen at this path. Any word may be a team's name. */
export function isConsolePath(path: string): boolean {
  return patterns.some(pattern => pattern.test(path))
}

/** Checks whether the path is only a word, which may be the name of a team or a mistake. */
export function isWord(path: string): boolean {
  return /^\/[\w-]+\/?$/.test(path) && !/^\/admin\/?$/.test(path)
}
