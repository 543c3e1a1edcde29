import { setTimeout as delay } from 'node:timers/promises'
import type { Client, TeamObject } from '@posthorn/contract'
import type { CliEnv } from '../env.js'
import { exitCodes, Failure, unreachable, usageFailure } from '../failure.js'
import { type Profile, readCredentials } from './credentials.js'
import { refreshed } from './oauth.js'

/** A server, called with a session. `team`: the chosen or only one. `teams`: the chosen one, or all of the user. */
export type Server = {
  client: Client
  url: string
  token: string
  team: () => Promise<TeamObject>
  teams: () => Promise<TeamObject[]>
}

export type SessionChoice = { profile?: string | undefined; team?: string | undefined }

/** Returns the name of the profile that a command means. */
export function profileName(env: CliEnv, { profile }: SessionChoice): string {
  return profile ?? env.profile ?? readCredentials(env.configFolder).current
}

/** Opens the server of the environment or of a profile. @throws Failure without a session */
export async function openServer(
  env: CliEnv,
  target: SessionChoice,
  note: (text: string) => void,
): Promise<Server> {
  const { url, token, team } = await sessionOf(env, target)
  const client = await typedClient(url, token, note)
  const wanted = target.team ?? env.team ?? team
  let found: Promise<TeamObject> | undefined
  const chosen = () => {
    found ??= findTeam(client, wanted)
    return found
  }
  return {
    ...{ client, url, token },
    team: chosen,
    teams: async () => (wanted === undefined ? Object.values(await client.listTeams()) : [await chosen()]),
  }
}

/** Returns a typed client that waits while it is rate-limited. Loading it takes longer than all other code. */
export async function typedClient(
  url: string,
  token: string | undefined,
  note: (text: string) => void,
  patience?: { reportsBusy: boolean },
): Promise<Client> {
  const { createClient } = await import('@posthorn/contract')
  return createClient({
    baseUrl: url,
    fetch: patientFetch(note, patience),
    ...(token !== undefined && { token }),
  })
}

async function sessionOf(env: CliEnv, target: SessionChoice): Promise<Omit<Profile, 'username'>> {
  if (env.token !== undefined && target.profile === undefined) {
    if (env.url === undefined) throw usageFailure('POSTHORN_TOKEN needs POSTHORN_URL, the server’s address.')
    return { url: serverUrl(env.url), token: env.token }
  }
  const name = profileName(env, target)
  const { profiles } = readCredentials(env.configFolder)
  const profile = profiles[name]
  if (profile) {
    if (target.profile === undefined && env.url !== undefined)
      assertSameServer(profile.url, serverUrl(env.url))
    return refreshed(env.configFolder, name, profile)
  }
  const known = Object.keys(profiles).join(', ')
  throw new Failure(
    known === '' ? 'You are not logged in.' : `There is no profile ${name}. There is: ${known}.`,
    `Log in: posthorn login ${env.url ?? 'https://posthorn.example.com'}`,
    exitCodes.notLoggedIn,
  )
}

/** A command that means one server must never change another. */
function assertSameServer(url: string, wanted: string): void {
  if (url === wanted) return
  throw new Failure(
    `POSTHORN_URL is ${wanted}, but the profile’s server is ${url}.`,
    `Set POSTHORN_TOKEN too, or log in there: posthorn login ${wanted}`,
    exitCodes.notLoggedIn,
  )
}

/** Returns an address without a slash at its end. @throws Failure if it is none */
export function serverUrl(text: string): string {
  const address = /^https?:\/\//.test(text) ? text : `https://${text}`
  if (!URL.canParse(address))
    throw usageFailure(`${text} is not an address such as https://posthorn.example.com`)
  const { origin, pathname } = new URL(address)
  return origin + pathname.replace(/\/+$/, '')
}

async function findTeam(client: Client, wanted: string | undefined): Promise<TeamObject> {
  const teams = Object.values(await client.listTeams())
  const [only, ...more] =
    wanted === undefined ? teams : teams.filter(({ id, name }) => [id, name].includes(wanted))
  if (only && more.length === 0) return only
  const names = teams.map(({ name }) => name).join(', ')
  if (teams.length === 0) throw new Failure('You are in no team.', 'Ask an administrator to add you to one.')
  if (wanted !== undefined) throw usageFailure(`There is no team ${wanted}.`, `Your teams: ${names}`)
  throw usageFailure('You are in several teams.', `Choose one with --team: ${names}`)
}

/** Longer waits are left to the person. */
const longestWaitMs = 30_000
const mostWaits = 3

/**
 * Returns a `fetch` that waits and repeats calls that had no effect: rate-limited ones, and reads of a busy server unless a command
 * has to report that.
 */
function patientFetch(note: (text: string) => void, { reportsBusy = false } = {}): typeof fetch {
  return async (input, init) => {
    for (let waits = 0; ; waits++) {
      const response = await fetch(input, init).catch(cause => {
        throw init?.signal?.aborted ? cause : unreachable(new URL(String(input)).origin, cause)
      })
      const waitMs = waitOf(response, init?.method === 'GET' && !reportsBusy)
      if (waitMs === undefined || waits === mostWaits) return response
      note(`${response.status === 429 ? 'Rate-limited' : 'The server is busy'}. Waiting ${waitMs / 1000} s …`)
      await response.body?.cancel()
      await delay(waitMs, undefined, init?.signal ? { signal: init.signal } : {})
    }
  }
}

/** Returns how long to wait before repeating a call, or undefined if that is no use, or takes too long. */
function waitOf({ status, headers }: Response, isRead: boolean): number | undefined {
  if (status !== 429 && !(status === 503 && isRead)) return undefined
  const waitMs = 1000 * Number.parseInt(headers.get('retry-after') ?? '', 10)
  return waitMs <= longestWaitMs ? waitMs : undefined
}
