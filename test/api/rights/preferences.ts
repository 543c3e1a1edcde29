import { everybody, noneOfThem, type Row } from './row.js'

const inCategory = { category: 'display_settings', name: 'theme' }
const onePath = 'GET /preferences/{category}/{name}'

const writes = [
  ['save', 'save_preferences.set'],
  ['delete', 'delete_preferences.user_id'],
].flatMap(([action, refusal]): Row[] => {
  const call = `POST /preferences/${action}`
  const about = (user_id: string) => ({ body: [{ user_id, ...inCategory, value: 'dark' }] })
  const refused = noneOfThem(`403 api.preference.${refusal}.app_error`)
  return [
    { call, where: 'of themselves', ask: ({ caller }) => about(caller.id), answers: everybody },
    { call, where: 'of another user', ask: ({ other }) => about(other.id), answers: refused },
  ]
})

export const preferenceRows: Row[] = [
  { call: 'GET /preferences', answers: everybody },
  { call: 'GET /preferences/{category}', ask: () => ({ params: inCategory }), answers: everybody },
  {
    call: onePath,
    ask: async ({ db, caller }) => {
      await db.preference.create({ data: { userId: caller.id, ...inCategory } })
      return { params: inCategory }
    },
    answers: everybody,
  },
  {
    call: onePath,
    where: 'of another user',
    ask: async ({ db, other }) => {
      await db.preference.create({ data: { userId: other.id, ...inCategory } })
      return { params: inCategory }
    },
    answers: noneOfThem('404 store.sql_preference.get.app_error'),
  },
  ...writes,
]
