import { hooks } from './hooks.js'
import { everybody, ofTheTeam, type Row, sameInTeam, systemAdmins, teamAdmins } from './row.js'

const path = '/teams/{team}/hooks/incoming/{hook}'
const noHook = '404 store.sql_webhooks.get_incoming.app_error'
const noErasure = '404 store.erasures.get.app_error'
const erasure = 'a'.repeat(26)

const owners = { 'their own': ofTheTeam, "another user's": teamAdmins, 'of another team': sameInTeam(noHook) }
const withoutErasure = (answers: Row['answers']): Row['answers'] => {
  const changed = Object.entries(answers).map(([role, answer]) => [
    role,
    answer === '200' ? noErasure : answer,
  ])
  return { ...answers, ...Object.fromEntries(changed) }
}

const ofHooks = Object.entries(hooks).flatMap(([where, make]): Row[] => {
  const answers = owners[where as keyof typeof owners]
  const common = { where, answers, scope: 'none' } as const
  return [
    { ...common, call: `GET ${path}/export`, ask: async scene => ({ params: { hook: await make(scene) } }) },
    {
      ...common,
      call: `POST ${path}/deliveries/erase`,
      ask: async scene => {
        const hook = await make(scene)
        return { params: { hook }, body: { hook } }
      },
    },
    {
      ...common,
      call: `POST ${path}/deliveries/{delivery}/erase`,
      ask: async scene => {
        const hook = await make(scene)
        return { params: { hook, delivery: await scene.delivery(hook) }, body: {} }
      },
    },
    {
      where,
      call: `GET ${path}/erasures/{erasure}`,
      answers: withoutErasure(answers),
      ask: async scene => ({ params: { hook: await make(scene), erasure } }),
    },
  ]
})

export const privacyRows: Row[] = [
  {
    call: 'GET /users/{user}/export',
    scope: 'none',
    where: 'of themselves',
    answers: everybody,
    ask: ({ caller }) => ({ params: { user: caller.id } }),
  },
  {
    call: 'GET /users/{user}/export',
    where: 'of another user',
    answers: systemAdmins,
    ask: ({ other }) => ({ params: { user: other.id } }),
  },
  {
    call: 'POST /admin/users/{user}/erase',
    scope: 'none',
    answers: systemAdmins,
    ask: async ({ db, enter }) => {
      const { id, username } = await enter()
      await db.user.update({ where: { id }, data: { deleteAt: Date.now() } })
      return { params: { user: id }, body: { username } }
    },
  },
  {
    call: 'GET /admin/erasures/{erasure}',
    scope: 'none',
    ask: () => ({ params: { erasure } }),
    answers: { ...systemAdmins, root: noErasure },
  },
  ...ofHooks,
]
