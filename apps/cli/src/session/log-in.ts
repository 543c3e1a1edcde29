import { spawn } from 'node:child_process'
import type { Client } from '@posthorn/contract'
import type { CommandContext } from '../context.js'
import { exitCodes, Failure, usageFailure } from '../failure.js'
import { type Profile, readCredentials, removeProfile, saveProfile } from './credentials.js'
import { authorizeInBrowser } from './oauth.js'
import { ask, askHidden, isInteractive, readStdin } from './prompt.js'
import { profileName, serverUrl, typedClient } from './server.js'

export type LogInOptions = { username?: string; passwordStdin?: true; oauth?: true; clientId?: string }

const localUrl = 'http://127.0.0.1:8065'

/** Logs in and saves the session as a profile. */
export async function logIn(
  context: CommandContext,
  url: string | undefined,
  options: LogInOptions,
): Promise<void> {
  const { env, globals, out } = context
  const name = profileName(env, globals)
  const known = readCredentials(env.configFolder).profiles[name]
  const address = serverUrl(url ?? env.url ?? known?.url ?? localUrl)
  if (isRisky(address))
    out.warn(`Warning: ${address} is not encrypted. Others may read the password. Use https.`)
  const begun = options.oauth
    ? await byBrowser(context, address, options.clientId ?? known?.oauth?.client_id)
    : await byPassword(context, address, options)
  const { team } = globals
  saveProfile(env.configFolder, name, { ...begun, url: address, ...(team !== undefined && { team }) })
  out.note(`Logged in to ${address} as ${begun.username}. Profile: ${name}`)
}

/** Ends the session on the server, and forgets it in any case. */
export async function logOut(context: CommandContext): Promise<void> {
  const { env, globals, out } = context
  const name = profileName(env, globals)
  const profile = readCredentials(env.configFolder).profiles[name]
  if (!profile)
    throw new Failure(`You are not logged in as ${name}.`, 'List the profiles: posthorn whoami --all')
  removeProfile(env.configFolder, name)
  const end = profile.oauth
    ? revoke(profile)
    : (await clientFor(context, profile.url, profile.token)).logout()
  await end.then(
    () => out.note(`Logged out of ${profile.url}.`),
    () =>
      out.warn(`${profile.url} does not respond, so the session ends there by itself. It was removed here.`),
  )
}

/** Ends the grant of an app (RFC 7009). */
async function revoke({ url, oauth }: Profile): Promise<void> {
  const body = new URLSearchParams({ token: oauth?.refresh_token ?? '', client_id: oauth?.client_id ?? '' })
  await fetch(`${url}/oauth/revoke`, { method: 'POST', body })
}

async function byPassword(context: CommandContext, url: string, options: LogInOptions) {
  const login_id = options.username ?? (await askFor('--username', () => ask('User name or e-mail: ')))
  const password = options.passwordStdin
    ? (await readStdin('The password')).replace(/\r?\n$/, '')
    : await askFor('--password-stdin', () => askHidden('Password: '))
  const client = await clientFor(context, url)
  const name = await teamFor(client, context.globals.team ?? context.env.team)
  const body = { login_id, password, ...(name !== undefined && { name }) }
  const { answer, headers } = await client.login.withHeaders({ body }).catch(error => {
    throw error.status === 401 ? new Failure(error.message, '', exitCodes.notLoggedIn) : error
  })
  const token = headers.Token ?? ''
  if (answer.must_change_password)
    await replacePassword(await clientFor(context, url, token), answer.id, password)
  return { token, username: answer.username }
}

/** Returns the team that a login must name, if the server requires one. */
async function teamFor(client: Client, wanted: string | undefined): Promise<string | undefined> {
  if (wanted !== undefined) return wanted
  const { RequireTeamNameAtLogin, OnlyTeamName } = await client.getClientProps()
  if (RequireTeamNameAtLogin === 'false') return undefined
  return OnlyTeamName ?? (await askFor('--team', () => ask('Team: ')))
}

/** A first password works for nothing but its replacement. */
async function replacePassword(client: Client, user_id: string, current_password: string): Promise<void> {
  const ask = () => askHidden('This password was generated for you. New password: ')
  const new_password = await askFor('a terminal', ask)
  if (new_password !== (await askHidden('Repeat the new password: ')))
    throw new Failure('The passwords differ, so nothing was changed.', 'Try again: posthorn login')
  await client.changePassword({ body: { user_id, current_password, new_password } })
}

async function byBrowser(context: CommandContext, url: string, clientId: string | undefined) {
  if (clientId === undefined)
    throw usageFailure(
      '--oauth needs an app.',
      'Ask an administrator for the output of: posthorn apps create --cli',
    )
  const tokens = await authorizeInBrowser(url, clientId, address => {
    context.out.warn(`Open this page in a browser:\n${address}`)
    if (isInteractive()) openBrowser(address)
  })
  const { username } = await (await clientFor(context, url, tokens.token)).getMe()
  return { ...tokens, username }
}

const openers: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer' }

/** Without a browser, the person uses the printed address. */
function openBrowser(address: string): void {
  const child = spawn(openers[process.platform] ?? 'xdg-open', [address], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}

const clientFor = ({ out }: CommandContext, url: string, token?: string) =>
  typedClient(url, token, text => out.note(text))

async function askFor(instead: string, question: () => Promise<string>): Promise<string> {
  if (!isInteractive()) throw usageFailure('Nobody can answer here.', `Use ${instead}.`)
  return question()
}

/** Whether a password would cross a network in plain text. */
function isRisky(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !/^(localhost|127\..*|\[::1\])$/.test(hostname)
}
