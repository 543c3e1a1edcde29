import { useNavigate } from '@tanstack/react-router'
import { useShortcut } from '../keyboard/shortcuts.js'
import { systemEntries } from './entries.js'

/** `g` and a letter go to the screens of the system console, and back. */
export function SystemShortcuts() {
  const navigate = useNavigate()
  useShortcut('g h', 'Go to your team', () => void navigate({ to: '/' }))
  return systemEntries.map(entry => <GoTo key={entry.to} {...entry} />)
}

function GoTo({ to, name, keys }: (typeof systemEntries)[number]) {
  const navigate = useNavigate()
  useShortcut(keys, `Go to ${name}`, () => void navigate({ to }))
  return null
}
