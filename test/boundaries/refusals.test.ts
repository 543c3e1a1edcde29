import { refusalIds } from '@posthorn/contract'
import { commonRefusals, hookRefusals } from '@posthorn/server'
import { expect, test } from 'vitest'

test('lists the other processes’ refusals for clients, with the same ids', () => {
  const shared = {
    ...commonRefusals,
    bad_type: hookRefusals.bad_type,
    hook_disabled: hookRefusals.hook_disabled,
  }
  const ids = Object.fromEntries(Object.entries(shared).map(([name, { id }]) => [name, id]))
  expect(refusalIds).toMatchObject(ids)
})
