import { channels } from './channels.js'
import { byRole, forbidden, noneOfThem, noSession, type Row, sameInTeam, systemAdmins } from './row.js'
import type { Scene } from './scene.js'

const noFile = '404 store.sql_file_info.get.app_error'
const path = '/files/{file}'

const fileIn = (where: keyof typeof channels) => async (scene: Scene) => ({
  params: { file: await scene.file(await channels[where](scene), scene.other.id) },
})

/** Unreadable files look like missing ones. A stranger who is in the channel is not in its team. */
function inEachChannel(call: string, forReaders = '200'): Row[] {
  const missing = byRole(noSession, noFile, noFile, noFile, forReaders)
  return Object.keys(channels).map(where => ({
    call,
    where,
    ask: fileIn(where as keyof typeof channels),
    answers:
      where === 'a channel of theirs'
        ? byRole(noSession, noFile, forReaders, forReaders, forReaders)
        : missing,
  }))
}

export const fileRows: Row[] = [
  { call: 'GET /admin/files/missing', answers: systemAdmins },
  { call: 'GET /admin/files/orphans', answers: systemAdmins },
  {
    call: 'POST /teams/{team}/files/upload',
    scope: 'post',
    answers: sameInTeam('400 api.file.upload_file.multipart.app_error'),
  },
  ...inEachChannel(`GET ${path}/get`, noFile), // its bytes are missing
  ...inEachChannel(`GET ${path}/get_thumbnail`, noFile), // it has none
  ...inEachChannel(`GET ${path}/get_preview`, noFile),
  ...inEachChannel(`GET ${path}/get_info`),
  ...inEachChannel(`GET ${path}/get_public_link`),
  {
    call: `GET ${path}/get_info`,
    where: 'another user’s without a post',
    ask: async scene => {
      const file = await scene.file((await scene.channel('P', scene.caller.id)).id, scene.other.id)
      await scene.db.file.update({ where: { id: file }, data: { postId: '' } })
      return { params: { file } }
    },
    answers: noneOfThem(noFile),
  },
  {
    call: 'GET /teams/{team}/channels/{channel}/posts/{post}/get_file_infos',
    ask: async scene => {
      const channel = (await scene.channel('P', scene.caller.id)).id
      return { params: { channel, post: await scene.post(channel, scene.other.id) } }
    },
    answers: byRole(noSession, forbidden, '200', '200', '200'),
  },
]
