import { isId } from '../ids.js'
import { maxFilesPerPost } from '../limits.js'
import { ignore, type Notes, refuse } from '../values/notes.js'
import type { Payload } from './payload.js'

/** Reads the IDs of files that the sender uploaded before. A repeated one counts once. Anything else is no reason to lose the message. */
export function readFileIds(payload: Payload, value: unknown, at: string, notes: Notes): void {
  const given: unknown[] = Array.isArray(value) ? value : [value]
  const ids = new Set(given.filter(id => typeof id === 'string' && isId(id)) as string[])
  const others = given.filter(id => typeof id !== 'string' || !isId(id)).length
  if (others > 0) ignore(notes, `${at} (${others} of ${given.length} cannot be the ID of a file)`)
  if (ids.size > maxFilesPerPost)
    refuse(notes, 'unreadable', `${at} has too many files. At most ${maxFilesPerPost} are allowed.`)
  else payload.fileIds = [...ids]
}

/** A post keeps its files, so none of them can replace others. */
export function checkFileIds({ fileIds, keys }: Payload, notes: Notes): void {
  if (fileIds.length > 0 && keys.update !== '')
    refuse(notes, 'unreadable', 'file_ids cannot be combined with update_key.')
}
