import { useNavigate } from '@tanstack/react-router'
import { useIsOAuthOn } from '../data/client/client-props.js'
import { useIsSystemAdmin } from '../data/session.js'
import { useShortcut } from '../keyboard/shortcuts.js'

/** Registers `g` and a letter for a team's screens. */
export function useTeamShortcuts(team: string): void {
  const navigate = useNavigate()
  const params = { team }
  useShortcut('g h', 'Go to your last channel', () => void navigate({ to: '/$team', params }))
  useShortcut('g c', 'Go to all channels', () => void navigate({ to: '/$team/channels', params }))
  useShortcut(
    'g w',
    'Go to incoming webhooks',
    () => void navigate({ to: '/$team/integrations/incoming', params }),
  )
  const isOAuthOn = useIsOAuthOn() === true
  useShortcut(
    'g p',
    'Go to applications',
    () => void navigate({ to: '/$team/integrations/apps', params }),
    isOAuthOn,
  )
  useShortcut('g a', 'Go to your account', () => void navigate({ to: '/$team/account', params }))
  useShortcut('g s', 'Go to the system console', () => void navigate({ to: '/admin' }), useIsSystemAdmin())
}
