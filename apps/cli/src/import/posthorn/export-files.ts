import { createWriteStream, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ApiError } from '@posthorn/contract'
import { Failure } from '../../failure.js'
import type { Output } from '../../output/output.js'
import { openDownload } from '../../session/download.js'
import type { Server } from '../../session/server.js'
import { persist } from '../engine/persist.js'
import { jsonLines } from '../files/json-lines.js'
import { openInput } from '../files/open-input.js'
import { type Fields, fieldsIn, listIn, textField } from '../files/read-table.js'

/** Writes the files that an export names to a folder, under their IDs. Those that are there already are not read again. */
export async function exportFiles(
  server: Server,
  out: Output,
  { export: file, folder }: { export: string; folder: string },
): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const input = await openInput(file)
  const lines = jsonLines(await input.open(), {
    wanted: type => type === 'post',
    skip: () => {},
    isFirst: false,
  })
  let [written, lost] = [0, 0]
  for await (const { line } of lines)
    for (const of of listIn(fieldsIn(line, 'post'), 'files')) {
      if (await writeFile(server, folder, of, text => out.note(text))) written++
      else lost++
    }
  out.note(`Exported ${written} files.`)
  if (lost > 0)
    throw new Failure(
      `${lost} files are missing on the server.`,
      'Its log names them. All others are exported.',
    )
}

/** @returns whether the server has the file */
async function writeFile(
  server: Server,
  folder: string,
  of: Fields,
  note: (text: string) => void,
): Promise<boolean> {
  const id = textField(of, 'id')
  const path = join(folder, id)
  if (!/^[0-9a-z]{26}$/.test(id)) return false
  if (statSync(path, { throwIfNoEntry: false })?.size === of.size) return true
  try {
    await persist(() => download(server, id, path), note)
    return true
  } catch (error) {
    rmSync(`${path}.part`, { force: true })
    if ((error as Partial<ApiError>).status === 404) return false
    throw error
  }
}

async function download(server: Server, id: string, path: string): Promise<void> {
  const body = await openDownload(server, `admin/export/files/${id}`)
  await pipeline(Readable.from(body), createWriteStream(`${path}.part`, { mode: 0o600 }))
  renameSync(`${path}.part`, path)
}
