import { cut, type Fields, fieldsIn, textField } from '../files/read-table.js'
import type { Zip } from '../files/zip.js'
import { readArray } from './archive.js'

/** A conversation. `folder`: where its messages are. */
export type Conversation = { id: string; type: 'O' | 'P' | 'D'; name: string; folder: string; of: Fields }

/** What must be known to read messages: the names of users and conversations. */
export type Workspace = { users: Fields[]; names: Map<string, string>; conversations: Conversation[] }

const files = [
  ['channels.json', 'O'],
  ['groups.json', 'P'],
  ['dms.json', 'D'],
] as const

export async function readWorkspace(zip: Zip): Promise<Workspace> {
  const users = await readArray(zip, 'users.json')
  const conversations: Conversation[] = []
  for (const [file, type] of files)
    for (const of of await readArray(zip, file)) {
      const [id, given] = [textField(of, 'id'), textField(of, 'name')]
      conversations.push({ id, type, name: nameFor(given, id), folder: type === 'D' ? id : given, of })
    }
  const names = new Map(users.map(user => [textField(user, 'id'), usernameOf(user)]))
  for (const { id, name } of conversations) names.set(id, name)
  return { users, names, conversations }
}

/** Channels here have names of a-z, 0-9, hyphen and underscore. Others get one of their ID. */
function nameFor(given: string, id: string): string {
  const name = given.toLowerCase().replace(/^[-_]+|[-_]+$/g, '')
  return /^[a-z0-9_-]{2,64}$/.test(name) ? name : `c-${id.toLowerCase()}`
}

export function usernameOf(user: Fields): string {
  const name = textField(user, 'name').toLowerCase()
  return /^[a-z0-9._-]{1,64}$/.test(name) ? name : textField(user, 'id').toLowerCase()
}

/** The name that people see. */
export function shownName(user: Fields): string {
  const profile = fieldsIn(user, 'profile')
  return cut(textField(profile, 'display_name') || textField(profile, 'real_name') || usernameOf(user), 64)
}
