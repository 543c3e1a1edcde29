import type { Readable } from 'node:stream'
import type {
  ImportChannel,
  ImportHook,
  ImportMember,
  ImportPost,
  ImportTeam,
  ImportUser,
} from '@posthorn/contract'

/**
 * What a source consists of, in the order of an import. All IDs are the source's, which the engine replaces by those here.
 * `author`: the name on a post whose author has no account here.
 */
export type Records = {
  team: ImportTeam
  user: ImportUser
  channel: ImportChannel
  member: ImportMember
  hook: ImportHook
  post: ImportPost & { author: string; files?: SourceFile[] }
}
export type RecordKind = keyof Records

/** A file that a post names. */
export type SourceFile = { id: string; name: string }
/** The bytes of a file. `open` reads them from the start. */
export type FoundFile = { bytes: number; open: () => Promise<Readable> }
export type ObjectKind = Exclude<RecordKind, 'post' | 'member'>

/** Reports something that is not imported, or not completely. */
export type Skip = (kind: RecordKind | 'line' | 'file', key: string, reason: string) => void

/** What is to be imported. It is read once for each kind, so that nothing needs to be held in memory. */
export type Source = {
  /** The name under which it is imported: the same name and ID always become the same object. */
  name: string
  /** Changes when the files do, so that an interrupted import continues only with the same ones. */
  fingerprint: string
  /** `createAt`: the time of objects that have none. `skip` is called once per object. */
  read: <Kind extends RecordKind>(
    kind: Kind,
    context: { createAt: number; skip: Skip },
  ) => AsyncIterable<Records[Kind]> | Iterable<Records[Kind]>
  /** Finds the bytes of a file, or says why they cannot be imported. */
  findFile: (id: string) => Promise<FoundFile | string>
}
