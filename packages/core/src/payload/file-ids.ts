import { isId } from '../ids.js'
import { maxFilesPerPost } from '../limits.js'
import { refuseKind } from '../values/keys.js'
import { type Notes, refuse } from '../values/notes.js'
import type { Payload } from './payload.js'

/** Reads the IDs of files that the sender uploaded before. A repeated one counts once. */
export function readFileIds(payload: Payload, value: unknown, at: string, notes: Notes): void {
  if (!Array.isArray(value)) refuseKind(notes, at, 'an array', value)
  else if (!value.every(id => typeof id === 'string' && isId(id)))
    refuse(notes, 'unreadable', `${at} must have the IDs of files.`)
  else if (new Set(value).size > maxFilesPerPost)
    refuse(notes, 'unreadable', `${at} has too many files. At most ${maxFilesPerPost} are allowed.`)
  else payload.fileIds = [...new Set<string>(value)]
}

/** A post keeps its files, so none of them can replace others. */
export function checkFileIds({ fileIds, keys }: Payload, notes: Notes): void {
  if (fileIds.length > 0 && keys.update !== '')
    refuse(notes, 'unreadable', 'file_ids cannot be combined with update_key.')
}
