import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createClient } from '@posthorn/contract'
import { sessionOf } from '../../api/callers.js'
import { fileOptions } from '../../support/file-options.js'
import { type Stack, startStack } from '../stack.js'
import { furnish } from './furnish.js'

const picture = readFileSync(fileURLToPath(new URL('../../../docs/console-light.png', import.meta.url)))
const files = [
  new File([picture], 'console.png', { type: 'image/png' }),
  new File([`%PDF-1.7\n${'x'.repeat(3000)}`], 'Report of the incident in region west, with a timeline.pdf'),
]

/** Starts a stack that stores files, and furnishes it. */
export async function startFurnished() {
  const stack = await startStack({ base: 'console', files: await fileOptions() })
  const made = await furnish(stack)
  await postFiles(stack, made)
  return { stack, made }
}

/** Adds a post with files: one that is shown, and one with a long name. */
async function postFiles({ db, consoleUrl }: Stack, { team, admin }: Poster): Promise<void> {
  const token = await sessionOf(db, admin)
  const { id: channel } = await db.channel.findFirstOrThrow({ where: { teamId: team, name: 'town-square' } })
  const body = new FormData()
  body.append('channel_id', channel)
  for (const file of files) body.append('files', file)
  const headers = { authorization: `Bearer ${token}` }
  const url = `${consoleUrl}/api/v3/teams/${team}/files/upload`
  const answer = await fetch(url, { method: 'POST', headers, body })
  const { file_infos } = (await answer.json()) as { file_infos: { id: string }[] }
  await createClient({ baseUrl: consoleUrl, token }).createPost({
    params: { team, channel },
    body: { message: 'What we know so far:', file_ids: file_infos.map(({ id }) => id) },
  })
}

type Poster = { team: string; admin: string }
