import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFirstRun, ShownOnce } from '@posthorn/api'
import { type Db, findUserByName } from '@posthorn/db'

/** What the first start created, stored in `file`. `isNew` if this is the first start. */
export type FirstRun = { shown: ShownOnce; file: string; isNew: boolean; isFirstPassword: boolean }

type Wanted = Parameters<typeof makeFirstRun>[1]

/**
 * Fills an empty database and writes what is shown only once to DATA_DIR/first-run.json, readable by its owner only. Later
 * starts change only the addresses there. Returns undefined if this DATA_DIR had no first run, for example with an older
 * database.
 */
export async function ensureFirstRun(dataDir: string, db: Db, wanted: Wanted): Promise<FirstRun | undefined> {
  const file = join(dataDir, 'first-run.json')
  let isNew = false
  await makeFirstRun(db, wanted, async shown => {
    isNew = true
    await write(file, shown)
  })
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const stored = JSON.parse(text)
  const shown = underUrl(wanted.baseUrl, ShownOnce.parse(stored))
  const { base_url, hook } = shown
  if (stored.base_url !== base_url || stored.hook.url !== hook.url)
    await write(file, { ...stored, base_url, hook })
  return { shown, file, isNew, isFirstPassword: await hasFirstPassword(db, shown.admin.username) }
}

/** The server's address may have changed since the first start. */
function underUrl(baseUrl: string, { hook, ...shown }: ShownOnce): ShownOnce {
  const [, key = ''] = hook.url.split('/hooks/')
  return { ...shown, base_url: baseUrl, hook: { ...hook, url: `${baseUrl}/hooks/${key}` } }
}

async function write(file: string, shown: ShownOnce): Promise<void> {
  await writeFile(`${file}.part`, `${JSON.stringify(shown, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.part`, file)
}

/** Undefined if the account is gone or renamed. */
async function hasFirstPassword(db: Db, username: string): Promise<boolean> {
  const user = await findUserByName(db, username)
  return user !== undefined && user.lastPasswordUpdate <= user.createAt
}
