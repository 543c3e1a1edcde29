import { homedir } from 'node:os'
import { join } from 'node:path'

/** The variables of the command line. Empty ones count as absent. */
export type CliEnv = {
  url: string | undefined
  token: string | undefined
  team: string | undefined
  profile: string | undefined
  hookUrl: string | undefined
  /** A token of another service, from which webhooks are read. */
  mattermostToken: string | undefined
  noColor: boolean
  /** The folder of the credentials. */
  configFolder: string
}

/** Reads the environment. */
export function readCliEnv(env: NodeJS.ProcessEnv = process.env): CliEnv {
  const given = (name: string) => env[name] || undefined
  return {
    url: given('POSTHORN_URL'),
    token: given('POSTHORN_TOKEN'),
    team: given('POSTHORN_TEAM'),
    profile: given('POSTHORN_PROFILE'),
    hookUrl: given('POSTHORN_HOOK_URL'),
    mattermostToken: given('MATTERMOST_TOKEN'),
    noColor: given('NO_COLOR') !== undefined || given('TERM') === 'dumb',
    configFolder: join(given('XDG_CONFIG_HOME') ?? join(homedir(), '.config'), 'posthorn'),
  }
}
