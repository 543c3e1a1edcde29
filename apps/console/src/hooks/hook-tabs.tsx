import { Link } from '@tanstack/react-router'
import { useTeam } from '../data/current-team.js'
import { Tabs, tabClasses } from '../ui/tabs.js'

/** The tabs of a hook. */
export function HookTabs({ hook }: { hook: string }) {
  const { name: team } = useTeam()
  const link = { params: { team, hook }, className: tabClasses, activeOptions: { includeSearch: false } }
  return (
    <Tabs label="Webhook">
      <Link
        to="/$team/integrations/incoming/$hook"
        {...link}
        activeOptions={{ exact: true, includeSearch: false }}
      >
        Deliveries
      </Link>
      <Link to="/$team/integrations/incoming/$hook/refused" {...link}>
        <span>
          Refused<Wide> calls</Wide>
        </span>
      </Link>
      <Link to="/$team/integrations/incoming/$hook/try" {...link}>
        Try it out
      </Link>
      <Link to="/$team/integrations/incoming/$hook/template" {...link}>
        Template
      </Link>
      <Link to="/$team/integrations/incoming/$hook/connect" {...link}>
        <span>
          Connect<Wide> a sender</Wide>
        </span>
      </Link>
      <Link to="/$team/integrations/incoming/$hook/settings" {...link}>
        Settings
      </Link>
    </Tabs>
  )
}

/** Text that narrow screens hide from view, but not from screen readers. */
function Wide({ children }: { children: string }) {
  return <span className="whitespace-pre max-lg:sr-only">{children}</span>
}
