import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ShownOnce } from '@posthorn/api'

/** Undefined when this DATA_DIR saw no first run, as with a database that was filled before. */
export async function readFirstRun(dataDir: string): Promise<ShownOnce | undefined> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : ShownOnce.parse(JSON.parse(text))
}

/** Keeps what is shown once in DATA_DIR/first-run.json, for its owner's eyes only. */
export async function writeFirstRun(dataDir: string, shown: ShownOnce): Promise<void> {
  const file = fileIn(dataDir)
  await writeFile(`${file}.part`, `${JSON.stringify(shown, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.part`, file)
}

const fileIn = (dataDir: string) => join(dataDir, 'first-run.json')
