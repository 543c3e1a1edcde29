import { calls } from '@posthorn/contract'
import { searchAccounts as find, findAccount } from '@posthorn/db'
import { serve } from '../../http/serve-calls.js'
import { accountObject } from '../../objects/account-object.js'
import { refused } from '../../refusals/refused.js'

export const searchAccounts = serve(calls.searchAccounts, async ({ deps, query }) => {
  const { search, only, team, cursor, limit } = query
  const { accounts: found, total } = await find(deps.db, {
    text: search,
    condition: only || undefined,
    teamId: team || undefined,
    after: cursor,
    limit: limit + 1,
    nowMs: deps.nowMs(),
  })
  const accounts = found.slice(0, limit)
  const last = accounts.at(-1)?.user.username ?? ''
  return { users: accounts.map(accountObject), next: found.length > limit ? last : '', total }
})

export const getAccount = serve(calls.getAccount, async ({ deps, params }) => {
  const account = await findAccount(deps.db, params.user, deps.nowMs())
  return account ? accountObject(account) : refused('no_such_user')
})
