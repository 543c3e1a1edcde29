import { Link } from '@tanstack/react-router'
import { JumpButton } from '../jump/jump-button.js'
import { itemClasses, Section } from '../sidebar/section.js'
import { systemSections } from '../system-entries.js'
import { classes } from '../ui/classes.js'
import { Icon } from '../ui/icon.js'

/** The sidebar of the system console. */
export function SystemSidebar({ className }: { className?: string }) {
  return (
    <nav aria-label="Sidebar" className={classes('flex-col bg-sidebar', className)}>
      <div className="p-2 pb-0">
        <Link to="/" className={itemClasses}>
          <Icon name="arrow-left" />
          Back to your team
        </Link>
      </div>
      <p className="px-4 pt-3 pb-1 font-semibold">System console</p>
      <div className="px-2 pb-2">
        <JumpButton />
      </div>
      <div className="flex min-h-0 flex-auto flex-col gap-4 overflow-y-auto p-2">
        {systemSections.map(({ title, entries }) => (
          <Section key={title} title={title}>
            <ul>
              {entries.map(({ to, name, icon }) => (
                <li key={to}>
                  <Link to={to} className={itemClasses}>
                    <Icon name={icon} />
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </Section>
        ))}
      </div>
    </nav>
  )
}
