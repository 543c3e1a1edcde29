import { type ComponentType, createContext, type ReactNode } from 'react'

type SidebarComponent = ComponentType<{ className?: string }>

/** The sidebar of the current frame, for narrow screens that show it as a drawer. */
export const CurrentSidebar = createContext<SidebarComponent | undefined>(undefined)

/** A sidebar, if there is room, and the screen. */
export function WithSidebar({
  sidebar: Sidebar,
  children,
}: {
  sidebar: SidebarComponent
  children: ReactNode
}) {
  return (
    <CurrentSidebar value={Sidebar}>
      <div className="flex min-h-0 flex-auto">
        <Sidebar className="hidden w-60 shrink-0 border-r border-line md:flex" />
        <div className="flex min-w-0 flex-auto flex-col">{children}</div>
      </div>
    </CurrentSidebar>
  )
}
