import type { HookInTeam } from '@posthorn/contract'
import { useState } from 'react'
import { hookTitle } from '../../data/hooks.js'
import { Icon } from '../../ui/icon.js'
import { Menu, MenuItem } from '../../ui/menu.js'
import { SwitchHook } from '../edit/switch-hook.js'
import { TransferHook } from '../edit/transfer-hook.js'
import { useWithdrawOffer } from '../pending-offer.js'

/** The actions of administrators in a hook's row. */
export function HookActions({ hook }: { hook: HookInTeam }) {
  const [asked, setAsked] = useState<'switch' | 'transfer'>()
  const withdrawing = useWithdrawOffer(hook)
  const isDisabled = hook.disabled_at > 0
  const Asked = asked === 'switch' ? SwitchHook : TransferHook
  return (
    <>
      <div className="flex justify-end">
        <Menu
          label={`Actions for ${hookTitle(hook)}`}
          className="relative z-10 inline-flex size-8 items-center justify-center rounded-md text-quiet hover:bg-pressed hover:text-text pointer-coarse:size-10"
          trigger={<Icon name="dots" />}
        >
          {hook.offer ? (
            <MenuItem onSelect={() => withdrawing.mutate()}>Withdraw the offer</MenuItem>
          ) : (
            <MenuItem onSelect={() => setAsked('transfer')}>Transfer…</MenuItem>
          )}
          <MenuItem onSelect={() => setAsked('switch')}>{isDisabled ? 'Enable…' : 'Disable…'}</MenuItem>
        </Menu>
      </div>
      {asked && <Asked hook={hook} onClose={() => setAsked(undefined)} />}
    </>
  )
}
