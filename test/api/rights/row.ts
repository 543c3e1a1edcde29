import type { Scope } from '@posthorn/contract'
import type { Settings } from '@posthorn/db'
import type { Role, Scene } from './scene.js'

export type Asked = {
  /** Holds the path parameters; the team defaults to the scene's. */
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
}

/** Holds one valid call in one situation and the answer for each of the five roles: `200`, or status and id. */
export type Row = {
  /** Names the call as the document does, without /api/v3. */
  call: string
  /** Names the situation if there are several. */
  where?: string
  /**
   * Names the scope that an app's token needs, in one row of the call, if it is not `read` for GET or `manage`
   * for POST. `none`: apps cannot make the call.
   */
  scope?: Scope | 'none'
  /** Holds the settings that differ from the initial ones. */
  settings?: Partial<Settings>
  ask?: (scene: Scene) => Asked | Promise<Asked>
  answers: AnswersByRole
}

export type AnswersByRole = Record<Role, string>

export const noSession = '401 api.context.session_expired.app_error'
export const forbidden = '403 api.context.permissions.app_error'

/** Returns the rows of a call that needs this scope. */
export const inScope = (scope: Row['scope'] & string, rows: Row[]): Row[] =>
  rows.map(row => ({ ...row, scope }))

/** Returns the answers by role. A stranger administers another team, and `boss` this one. */
export function byRole(
  nobody: string,
  stranger: string,
  member: string,
  boss: string,
  root: string,
): AnswersByRole {
  return { nobody, stranger, member, boss, root }
}

const same = (answer: string) => byRole(noSession, answer, answer, answer, answer)

export const anybody = byRole('200', '200', '200', '200', '200')
/** Gives every session the same answer. */
export const everybody = same('200')
export const noneOfThem = same
export const ofTheTeam = byRole(noSession, forbidden, '200', '200', '200')
export const teamAdmins = byRole(noSession, forbidden, forbidden, '200', '200')
export const systemAdmins = byRole(noSession, forbidden, forbidden, forbidden, '200')
/** Gives non-members of the team a 403, and everybody else the same answer. */
export const sameInTeam = (answer: string) => byRole(noSession, forbidden, answer, answer, answer)
