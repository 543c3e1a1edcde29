import { Link } from '@tanstack/react-router'
import { Icon, type IconName } from '../ui/icon.js'

type SystemCrumbProps = { to: '/admin/users' | '/admin/teams'; name: string; icon: IconName }

/** A link back to a list of the system console, which is not the current page. */
export function SystemCrumb({ to, name, icon }: SystemCrumbProps) {
  return (
    <>
      <Link
        to={to}
        activeOptions={{ exact: true }}
        aria-label={name}
        className="shrink-0 rounded-sm text-quiet hover:text-text"
      >
        <span className="max-md:hidden">{name}</span>
        <Icon name={icon} className="size-4 md:hidden" />
      </Link>
      <Icon name="chevron-right" className="size-3 text-quiet" />
    </>
  )
}
