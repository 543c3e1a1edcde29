import { type Channel, createChannel, type User } from '@posthorn/db'
import { type ApiRefusal, newId } from '@posthorn/server'
import type { ApiDeps } from './deps.js'

/** The channel that everybody in a team is in. */
export const defaultChannel = 'town-square'

const maxDisplayName = 64
const maxHeader = 1024
const maxPurpose = 250

export type AskedChannel = {
  team_id: string
  type: string
  name: string
  display_name: string
  header: string
  purpose: string
}

/** Make a public or private channel of a team (spec 5.3), or say which rule forbids it; the lines are the order of checks. */
export async function makeChannel(
  { db, nowMs, settings }: ApiDeps,
  creator: User,
  teamId: string,
  asked: AskedChannel,
): Promise<Channel | ApiRefusal> {
  if (asked.type === 'D') return 'direct_by_create'
  if (asked.name.includes('__')) return 'name_of_direct'
  const mistake = mistakeIn(asked)
  if (mistake) return mistake
  const { name, display_name: displayName, header, purpose } = asked
  const type = asked.type === 'P' ? 'P' : 'O'
  const channel = {
    id: newId(),
    createAt: nowMs(),
    teamId,
    type,
    name,
    displayName,
    header,
    purpose,
  } as const
  return createChannel(db, { ...channel, creatorId: creator.id }, settings().MaxChannelsPerTeam)
}

function mistakeIn({ type, name, display_name, header, purpose }: AskedChannel): ApiRefusal | undefined {
  if (type !== 'O' && type !== 'P') return 'bad_channel_type'
  if (display_name === '' || codePoints(display_name) > maxDisplayName) return 'bad_channel_display_name'
  if (!/^(?=.{2,64}$)[a-z0-9]+([-_]+[a-z0-9]+)*$/.test(name)) return 'bad_channel_name'
  if (codePoints(header) > maxHeader) return 'header_too_long'
  if (codePoints(purpose) > maxPurpose) return 'purpose_too_long'
  return undefined
}

const codePoints = (text: string) => Array.from(text).length
