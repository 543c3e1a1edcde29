import { hash } from '@node-rs/bcrypt'

export const early = Date.UTC(2021, 2, 3, 4, 5, 6)
export const hookKey = 'x1bkey5678901234567890abcd'.slice(0, 26)

const channel = (name: string, type: string, more = {}) => ({
  type: 'channel',
  channel: {
    team: 'harbour',
    name,
    display_name: name.toUpperCase(),
    type,
    header: '',
    purpose: '',
    ...more,
  },
})

const channels = (...names: string[]) =>
  names.map(name => ({ name, roles: name === 'ops' ? 'channel_user channel_admin' : 'channel_user' }))

const user = (username: string, names: string[], more = {}) => ({
  type: 'user',
  user: {
    ...{
      username,
      email: `${username}@harbour.example`,
      auth_service: '',
      nickname: '',
      roles: 'system_user',
    },
    ...{ first_name: username, last_name: 'Example', position: '', locale: 'en', delete_at: 0 },
    teams: [{ name: 'harbour', roles: 'team_user', channels: channels(...names) }],
    ...more,
  },
})

export const post = (username: string, message: string, after: number, more = {}) => ({
  type: 'post',
  post: {
    ...{ team: 'harbour', channel: 'ops', user: username, type: '', message, create_at: early + after },
    ...{ edit_at: 0, props: {}, reactions: [], replies: [], attachments: [], is_pinned: false },
    ...more,
  },
})

const reply = { user: 'cy', message: 'A reply', create_at: early + 30, reactions: [], attachments: [] }
const cards = {
  from_webhook: 'true',
  override_username: 'ci',
  attachments: [{ title: 'Build 42', text: 'passed', color: 'good' }],
  disable_group_highlight: true,
}

/** Lines of a bulk export as its documentation describes them. */
export const bulkExport: object[] = [
  { type: 'version', version: 1, info: { generator: 'mattermost-server', version: '9.11.0' } },
  { type: 'team', team: { name: 'harbour', display_name: 'Harbour', type: 'I', description: '' } },
  channel('ops', 'P', { header: '**On call**: ada', purpose: 'Operations' }),
  channel('town-square', 'O'),
  user('ada', ['ops', 'town-square']),
  user('bo', ['town-square'], { delete_at: early + 1000 }),
  user('cy', ['ops']),
  user('root', [], {}),
  post('ada', 'The *first* post', 10, { replies: [reply] }),
  post('bo', `${'word '.repeat(1200)}end`, 40),
  post('ada', '', 50, { props: cards }),
  post('root', 'by a reserved name', 60),
  post('ada', 'ada joined', 70, { type: 'system_join_channel' }),
  post('ada', 'See this', 80, { attachments: [{ path: 'data/20210303/report.pdf' }] }),
  { type: 'direct_channel', direct_channel: { members: ['ada', 'cy'], header: '', favorited_by: null } },
  { type: 'direct_channel', direct_channel: { members: ['ada', 'cy', 'bo'], header: '' } },
  {
    type: 'direct_post',
    direct_post: {
      channel_members: ['cy', 'ada'],
      user: 'cy',
      message: 'Only for ada',
      create_at: early + 90,
    },
  },
  { type: 'emoji', emoji: { name: 'ship', image: 'ship.png' } },
]

export const inLines = (lines: object[]) => lines.map(line => `${JSON.stringify(line)}\n`).join('')

/** The rows of the documented query, as psql writes them with --csv. */
export const hooksCsv = `id,createat,displayname,description,channellocked,creator,channel,team
${hookKey},${early},"Builds, nightly","says ""done""",t,ada,ops,harbour
`

export const passwordsCsv = async () => `username,password\nada,${await hash('secret of ada', 4)}\n`

/** Yields lines with further posts, each a second after the one before. */
export const manyPosts = (count: number) =>
  Array.from({ length: count }, (_, at) => post('ada', `number ${at}`, 1000 * (at + 1)))
