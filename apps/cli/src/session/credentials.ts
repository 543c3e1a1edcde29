import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../failure.js'

/** The tokens of an app that a user authorized in the browser. */
export type OAuthGrant = { client_id: string; refresh_token: string; expires_at: number }

/** A server and a session on it. */
export type Profile = { url: string; username: string; token: string; team?: string; oauth?: OAuthGrant }

export type Credentials = { current: string; profiles: Record<string, Profile> }

const none: Credentials = { current: 'default', profiles: {} }
const ownerOnly = 0o600

const fileIn = (folder: string) => join(folder, 'credentials.json')

/** Reads the profiles. @throws Failure if the file is damaged */
export function readCredentials(folder: string): Credentials {
  const file = fileIn(folder)
  if (!existsSync(file)) return none
  chmodSync(file, ownerOnly) // somebody may have copied it
  try {
    const read: Partial<Credentials> = JSON.parse(readFileSync(file, 'utf8'))
    return { ...none, ...read }
  } catch {
    throw new Failure(`${file} is damaged.`, 'Delete it, and log in again: posthorn login')
  }
}

/** Writes the profiles, readable by their owner only, at once or not at all. */
function writeCredentials(folder: string, credentials: Credentials): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const part = `${fileIn(folder)}.${process.pid}.part`
  writeFileSync(part, `${JSON.stringify(credentials, null, 2)}\n`, { mode: ownerOnly })
  renameSync(part, fileIn(folder))
}

/** Adds or replaces a profile, which becomes the current one. */
export function saveProfile(folder: string, name: string, profile: Profile): void {
  const { profiles } = readCredentials(folder)
  writeCredentials(folder, { current: name, profiles: { ...profiles, [name]: profile } })
}

/** Removes a profile. Another one becomes current if there is one. */
export function removeProfile(folder: string, name: string): void {
  const { current, profiles } = readCredentials(folder)
  const { [name]: _removed, ...others } = profiles
  const next = current === name ? (Object.keys(others)[0] ?? 'default') : current
  writeCredentials(folder, { current: next, profiles: others })
}
