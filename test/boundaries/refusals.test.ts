import { refusalIds } from '@posthorn/contract'
import { commonRefusals, hookRefusals } from '@posthorn/server'
import { expect, test } from 'vitest'

test('clients know what other processes answer, too, under the id that it has there', () => {
  const shared = {
    ...commonRefusals,
    bad_type: hookRefusals.bad_type,
    hook_disabled: hookRefusals.hook_disabled,
  }
  const ids = Object.fromEntries(Object.entries(shared).map(([name, { id }]) => [name, id]))
  expect(refusalIds).toMatchObject(ids)
})
