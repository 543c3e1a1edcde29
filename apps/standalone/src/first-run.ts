import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashPassword } from '@posthorn/api'
import { type Db, firstRun } from '@posthorn/db'
import { newId, newSecret } from '@posthorn/server'
import { z } from 'zod'

/** What is shown once: how to log in and where to post. Kept in DATA_DIR/first-run.json, for its owner's eyes only. */
const FirstRunFile = z.object({
  base_url: z.string(),
  team: z.string(),
  admin: z.object({ username: z.string(), email: z.string(), password: z.string() }),
  user: z.object({ username: z.string(), email: z.string(), password: z.string() }),
  hook: z.object({ id: z.string(), url: z.string() }),
})
export type FirstRunFile = z.infer<typeof FirstRunFile>

type Wanted = { dataDir: string; baseUrl: string; adminPassword: string | undefined }

/** Makes the first team, channels, users and hook in an empty database, and writes down what cannot be read from it again. */
export async function makeFirstRun(db: Db, { dataDir, baseUrl, adminPassword }: Wanted): Promise<void> {
  const passwords = { admin: adminPassword ?? newSecret(), user: newSecret() }
  const hookKey = newSecret()
  const [admin, user] = await Promise.all([hashPassword(passwords.admin), hashPassword(passwords.user)])
  const means = { nowMs: Date.now(), newId, hookKey, passwordHashes: { admin, user } }
  await firstRun(db, means, made =>
    write(dataDir, {
      base_url: baseUrl,
      team: made.team,
      admin: { ...made.admin, password: passwords.admin },
      user: { ...made.user, password: passwords.user },
      hook: { id: made.hookId, url: `${baseUrl}/hooks/${hookKey}` },
    }),
  )
}

/** Undefined when this DATA_DIR saw no first run, as with a database that was filled before. */
export async function readFirstRun(dataDir: string): Promise<FirstRunFile | undefined> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : FirstRunFile.parse(JSON.parse(text))
}

async function write(dataDir: string, content: FirstRunFile): Promise<void> {
  const file = fileIn(dataDir)
  await writeFile(`${file}.part`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.part`, file)
}

const fileIn = (dataDir: string) => join(dataDir, 'first-run.json')
