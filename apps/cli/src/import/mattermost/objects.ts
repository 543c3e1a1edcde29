import { cut, type Fields, listIn, textField, timeIn } from '../files/read-table.js'
import type { Records, Skip } from '../source.js'

type Context = { createAt: number; skip: Skip; passwords: Map<string, string> }

/** A bulk export names teams, channels and users by their names, which are their IDs in the source. */
export const channelKey = (team: string, channel: string) => `${team}/${channel}`

/** The members of a direct channel in any order. */
export const pairKey = (members: string[]) => members.toSorted().join(' ')

export function* teamsIn({ team }: Fields, { createAt }: Context): Generator<Records['team']> {
  const of = team as Fields
  const name = textField(of, 'name')
  yield {
    ...{ id: name, create_at: createAt, name },
    display_name: cut(textField(of, 'display_name') || name, 64),
    description: cut(textField(of, 'description'), 255),
    type: textField(of, 'type') === 'I' ? 'I' : 'O',
    allow_open_invite: of.allow_open_invite === true,
  }
}

/** Passwords are taken from the table only: the bulk format has them in plain text, which nobody should store. */
export function* usersIn(
  { user, bot }: Fields,
  { createAt, skip, passwords }: Context,
): Generator<Records['user']> {
  const of = (user ?? bot) as Fields
  const username = textField(of, 'username')
  const email = textField(of, 'email') || `${username}@users.invalid`
  if (textField(of, 'auth_service') !== '')
    skip('line', username, 'The user logged in by another service, and has no password here.')
  yield {
    ...{ id: username, create_at: timeIn(of, 'create_at') || createAt, username, email },
    // bots have no passwords, and cannot log in
    delete_at: timeIn(of, 'delete_at') || (bot === undefined ? 0 : createAt),
    nickname: cut(textField(of, 'nickname'), 64),
    first_name: cut(textField(of, 'first_name') || textField(of, 'display_name'), 64),
    last_name: cut(textField(of, 'last_name'), 64),
    position: cut(textField(of, 'position'), 64),
    locale: textField(of, 'locale').slice(0, 5) || 'en',
    password_digest: bot === undefined ? (passwords.get(username) ?? '') : '',
  }
}

export function* channelsIn(line: Fields, { createAt, skip }: Context): Generator<Records['channel']> {
  const { channel, direct_channel } = line
  if (channel !== undefined) yield channelOf(channel as Fields, createAt)
  else yield* directOf(direct_channel as Fields, createAt, skip)
}

function channelOf(of: Fields, createAt: number): Records['channel'] {
  const [team, name] = [textField(of, 'team'), textField(of, 'name')]
  return {
    ...{ id: channelKey(team, name), team_id: team, name },
    create_at: timeIn(of, 'create_at') || createAt,
    delete_at: timeIn(of, 'deleted_at') || timeIn(of, 'delete_at'),
    type: textField(of, 'type') === 'P' ? 'P' : 'O',
    display_name: cut(textField(of, 'display_name') || name, 64),
    header: cut(textField(of, 'header'), 1024),
    purpose: cut(textField(of, 'purpose'), 250),
  }
}

function* directOf(of: Fields, createAt: number, skip: Skip): Generator<Records['channel']> {
  const members = membersOf(of)
  const id = pairKey(members)
  if (members.length === 2 && members[0] !== members[1])
    yield { id, create_at: createAt, type: 'D', member_ids: members }
  else skip('channel', id, 'A direct channel here has two members.')
}

/** Newer exports list `participants` with more fields in place of `members`. */
export function membersOf(of: Fields): string[] {
  const named = of.members ?? of.channel_members
  if (Array.isArray(named)) return named.filter(name => typeof name === 'string')
  return listIn(of, 'participants').map(one => textField(one, 'username'))
}

/** Memberships are in the line of their user. */
export function* membersIn({ user }: Fields): Generator<Records['member']> {
  const of = user as Fields
  const user_id = textField(of, 'username')
  for (const team of listIn(of, 'teams')) {
    const team_id = textField(team, 'name')
    yield { team_id, user_id, is_admin: /team_admin/.test(textField(team, 'roles')) }
    for (const channel of listIn(team, 'channels'))
      yield {
        channel_id: channelKey(team_id, textField(channel, 'name')),
        ...{ user_id, is_admin: /channel_admin/.test(textField(channel, 'roles')) },
      }
  }
}
