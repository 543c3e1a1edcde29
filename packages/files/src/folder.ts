import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type ByteRange, FullStore, type Storage, type StoredFile } from './storage.js'

const ownFolder = /^(?:incoming|[a-z0-9]{2})$/
const listedAtOnce = 500
const privateFile = 0o600
const privateFolder = 0o700
const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/**
 * Stores files in a folder: `k3/<id>`, by two random characters of the ID. A file is written as `incoming/<id>`,
 * synced, and then moved.
 */
export async function openFolder(root: string): Promise<Storage> {
  const incoming = join(root, 'incoming')
  await mkdir(incoming, { recursive: true, mode: privateFolder })
  const folderOf = (id: string) => join(root, id.slice(22, 24))
  const pathOf = (id: string) => join(folderOf(id), id)
  return {
    put: async (id, bytes) => {
      const part = join(incoming, id)
      try {
        const stored = await write(part, bytes)
        await mkdir(folderOf(id), { recursive: true, mode: privateFolder })
        await rename(part, pathOf(id))
        await Promise.all([sync(folderOf(id)), sync(root)])
        return stored
      } catch (error) {
        await rm(part, { force: true })
        throw noRoom.has((error as NodeJS.ErrnoException).code ?? '') ? new FullStore() : error
      }
    },
    get: (id, range) => read(pathOf(id), range),
    has: async id => (await stat(pathOf(id)).catch(nothingIfMissing)) !== undefined,
    delete: id => rm(pathOf(id), { force: true }),
    list: beforeMs => listOld(root, incoming, beforeMs),
  }
}

async function write(path: string, bytes: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<StoredFile> {
  const file = await open(path, 'wx', privateFile)
  try {
    const hash = createHash('sha256')
    let length = 0
    for await (const piece of bytes) {
      hash.update(piece)
      length += piece.length
      await writeAll(file, piece)
    }
    await file.sync()
    return { bytes: length, sha256: hash.digest() }
  } finally {
    await file.close()
  }
}

/** A write can be short. */
async function writeAll(file: FileHandle, piece: Buffer): Promise<void> {
  for (let at = 0; at < piece.length; ) at += (await file.write(piece, at)).bytesWritten
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

async function read(path: string, range?: ByteRange): Promise<Readable | undefined> {
  const file = await open(path).catch(nothingIfMissing)
  return file?.createReadStream(range)
}

function nothingIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

async function* listOld(root: string, incoming: string, beforeMs: number): AsyncIterable<string[]> {
  const isOld = async (path: string) => {
    const found = await stat(path).catch(nothingIfMissing)
    return found !== undefined && found.mtimeMs < beforeMs
  }
  for await (const { name: folder } of await opendir(root)) {
    if (!ownFolder.test(folder)) continue // such as lost+found
    let ids: string[] = []
    for await (const { name } of await opendir(join(root, folder))) {
      const path = join(root, folder, name)
      if (!(await isOld(path))) continue
      if (join(root, folder) === incoming) await rm(path, { force: true })
      else ids.push(name)
      if (ids.length < listedAtOnce) continue
      yield ids
      ids = []
    }
    if (ids.length > 0) yield ids
  }
}
