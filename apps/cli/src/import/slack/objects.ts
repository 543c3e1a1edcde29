import { cut, type Fields, fieldsIn, textField } from '../files/read-table.js'
import type { Records, Skip } from '../source.js'
import { type Conversation, shownName, usernameOf, type Workspace } from './workspace.js'

/** The one team of a workspace, as its ID in the source. */
export const teamKey = 'workspace'

type Context = { createAt: number; skip: Skip }

export function* usersIn({ users }: Workspace, { createAt }: Context): Generator<Records['user']> {
  for (const user of users) {
    const [profile, id, username] = [fieldsIn(user, 'profile'), textField(user, 'id'), usernameOf(user)]
    // bots have no passwords, and cannot log in
    const isGone = user.deleted === true || isBot(user)
    yield {
      ...{ id, create_at: createAt, username, delete_at: isGone ? createAt : 0 },
      email: textField(profile, 'email') || `${id.toLowerCase()}@users.invalid`,
      nickname: shownName(user),
      first_name: cut(textField(profile, 'first_name'), 64),
      last_name: cut(textField(profile, 'last_name'), 64),
      position: cut(textField(profile, 'title'), 64),
    }
  }
}

const isBot = (user: Fields) => user.is_bot === true || textField(user, 'id') === 'USLACKBOT'

export function* channelsIn({ conversations }: Workspace, context: Context): Generator<Records['channel']> {
  for (const conversation of conversations) {
    if (conversation.type === 'D') yield* directOf(conversation, context)
    else yield channelOf(conversation, context)
  }
}

function channelOf({ id, type, name, of }: Conversation, { createAt }: Context): Records['channel'] {
  const create_at = Number(of.created) * 1000 || createAt
  return {
    ...{ id, create_at, type, name, team_id: teamKey, creator_id: textField(of, 'creator') },
    delete_at: of.is_archived === true ? createAt : 0,
    display_name: cut(textField(of, 'name') || name, 64),
    header: cut(textField(fieldsIn(of, 'topic'), 'value'), 1024),
    purpose: cut(textField(fieldsIn(of, 'purpose'), 'value'), 250),
  }
}

function* directOf({ id, of }: Conversation, { createAt, skip }: Context): Generator<Records['channel']> {
  const members = membersOf(of)
  if (members.length === 2 && members[0] !== members[1])
    yield { id, create_at: Number(of.created) * 1000 || createAt, type: 'D', member_ids: members }
  else skip('channel', id, 'A direct channel here has two members.')
}

const membersOf = (of: Fields): string[] =>
  Array.isArray(of.members) ? of.members.filter(id => typeof id === 'string') : []

/** Active users join the team, and channels keep their members. */
export function* membersIn({ users, conversations }: Workspace): Generator<Records['member']> {
  for (const user of users)
    if (user.deleted !== true && !isBot(user))
      yield { team_id: teamKey, user_id: textField(user, 'id'), is_admin: user.is_admin === true }
  for (const { id, type, of } of conversations)
    if (type !== 'D') for (const user_id of membersOf(of)) yield { channel_id: id, user_id }
}
