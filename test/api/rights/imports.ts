import type { Row } from './row.js'
import { systemAdmins } from './row.js'
import type { Scene } from './scene.js'

const source = 'rights'
const started = async ({ db }: Scene) => {
  const row = { source, startedAt: 1 }
  await db.import.createMany({ data: [row], skipDuplicates: true })
}
const post = { id: 'p', create_at: 1, message: 'Old' }

/** Only system administrators import, and never through an app. */
export const importRows: Row[] = [
  { call: 'GET /admin/export', scope: 'none', answers: systemAdmins },
  {
    call: 'POST /admin/imports/start',
    scope: 'none',
    ask: () => ({ body: { source } }),
    answers: systemAdmins,
  },
  {
    call: 'POST /admin/imports/check',
    scope: 'none',
    ask: () => ({ body: { source } }),
    answers: systemAdmins,
  },
  {
    call: 'POST /admin/imports/objects',
    scope: 'none',
    ask: async scene => {
      await started(scene)
      return { body: { source } }
    },
    answers: systemAdmins,
  },
  {
    call: 'POST /admin/imports/posts',
    scope: 'none',
    ask: async scene => {
      await started(scene)
      const { id } = await scene.channel('O')
      return { body: { source, posts: [{ ...post, channel_id: id }] } }
    },
    answers: systemAdmins,
  },
]
