import type { Row } from './row.js'
import { byRole, forbidden, noSession, systemAdmins } from './row.js'
import type { Scene } from './scene.js'

const source = 'rights'
const started = async ({ db }: Scene) => {
  const row = { source, startedAt: 1 }
  await db.import.createMany({ data: [row], skipDuplicates: true })
}
const noFile = '404 store.sql_file_info.get.app_error'
const post = { id: 'p', create_at: 1, message: 'Old' }

/** Only system administrators import, and never through an app. */
export const importRows: Row[] = [
  { call: 'GET /admin/export', scope: 'none', answers: systemAdmins },
  {
    call: 'GET /admin/export/files/{file}',
    scope: 'none',
    ask: async scene => ({
      params: { file: await scene.file((await scene.channel('P')).id, scene.other.id) },
    }),
    answers: byRole(noSession, forbidden, forbidden, forbidden, noFile), // its bytes are missing
  },
  {
    call: 'POST /admin/imports/files',
    scope: 'none',
    ask: async scene => {
      await started(scene)
      return { query: { source, id: 'f', create_at: '1', name: 'a.txt', bytes: '1' } }
    },
    answers: byRole(
      noSession,
      forbidden,
      forbidden,
      forbidden,
      '400 api.file.upload_file.multipart.app_error',
    ),
  },
  {
    call: 'POST /admin/imports/files/check',
    scope: 'none',
    ask: () => ({ body: { source, files: [{ id: 'f', create_at: 1, post_id: 'p' }] } }),
    answers: systemAdmins,
  },
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
