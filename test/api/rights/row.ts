import type { Settings } from '@posthorn/db'
import type { Role, Scene } from './scene.js'

export type Asked = {
  /** What stands in the address beside the team, which is the scene's where nothing else is said. */
  params?: Record<string, string>
  body?: unknown
}

/** One call in one situation, right in all but who makes it, and what each of the five is answered: `200`, or status and id. */
export type Row = {
  /** As the document has it, without /api/v3. */
  call: string
  /** The situation, where there are several. */
  where?: string
  /** Settings that are not as at first. */
  settings?: Partial<Settings>
  ask?: (scene: Scene) => Asked | Promise<Asked>
  told: Told
}

export type Told = Record<Role, string>

export const noSession = '401 api.context.session_expired.app_error'
export const forbidden = '403 api.context.permissions.app_error'

/** In the order of the five: nobody, somebody of another team, a member, an administrator of the team, one of the system. */
export function tell(nobody: string, stranger: string, member: string, boss: string, root: string): Told {
  return { nobody, stranger, member, boss, root }
}

const same = (answer: string) => tell(noSession, answer, answer, answer, answer)

export const anybody = tell('200', '200', '200', '200', '200')
/** Whoever has a session gets the same answer. */
export const everybody = same('200')
export const noneOfThem = same
export const ofTheTeam = tell(noSession, forbidden, '200', '200', '200')
export const teamAdmins = tell(noSession, forbidden, forbidden, '200', '200')
export const systemAdmins = tell(noSession, forbidden, forbidden, forbidden, '200')
/** Who is not of the team learns nothing, all others the same. */
export const insideTold = (answer: string) => tell(noSession, forbidden, answer, answer, answer)
