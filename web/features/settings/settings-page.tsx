'use client'

import { Keyboard, Lock, Monitor, Moon, Settings, Sun } from 'lucide-react'
import { useEffect, useMemo, useRef, type ReactNode } from 'react'
import { isAllowed } from '@tidemark/shared/access/rules'
import { listFlags } from '@tidemark/shared/flags/flag-queries'
import { getWorkspace } from '@tidemark/shared/workspaces/workspace-queries'
import { AppLink, useLocation } from '@/client/page/navigation'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useMutate } from '@/client/workspace/use-mutate'
import { useTeamSession, type TeamSession } from '@/client/page/page-environment'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { Button } from '@/ui/buttons/button'
import { EmptyState } from '@/ui/empty-state'
import { SegmentedControl } from '@/ui/buttons/segmented-control'
import { Select } from '@/ui/fields/select'
import { useTimeZones, zoneLabel } from '@/ui/fields/time-zones'
import { AccountSection } from '../accounts/account-section'
import { AuditSection } from '../audit/audit-section'
import { CommentMailSection } from '../comments/comment-mail-section'
import { FlagsSection } from '../flags/flags-section'
import { JobsSection } from '../jobs/jobs-section'
import { MembersSection } from '../members/members-section'
import { WorkspaceAddressField } from '../members/workspace-address-field'
import { reportProblem } from '../messages/report-problem'
import { useTheme } from '../preferences/shell-preferences-context'
import { LinksSection } from '../public-links/links-section'
import { shellState$ } from '../preferences/shell-state'
import { TopBar } from '../page/top-bar'
import { UnknownPage } from '../page/unknown-page'
import { AlertsSection } from '../alerts/alerts-section'
import { SubscriptionsSection } from '../subscriptions/subscriptions-section'
import { TokensSection } from '../tokens/tokens-section'
import { CommittedField } from '../page/committed-field'
import { DesktopSettingsSection } from './desktop-settings'
import { ErrorReports } from './error-reports'
import { SettingsRow } from '../page/settings-row'
import {
  isSettingsAddress,
  listedSections,
  settingsSections,
  visibleSections,
  whomItIsFor,
  type SettingsSectionId,
} from './settings-sections'
import { weekDayNames } from './week-day-names'

/** The room that the row of sections keeps at its edges on a narrow screen. */
const ringRoomPx = 4

/** The workspace's settings, this browser's look, and information on this version. Each change is stored at once. */
export function SettingsPage() {
  const { pathname } = useLocation()
  const { role } = useActor()
  const team = useTeamSession()
  const { isDesktopApp } = usePageEnvironment()
  const surroundings = { isTeam: team !== null, isDesktopApp }
  const hasFlags = useView((view) => listFlags(view).length > 0, [])
  const sections = listedSections(role, { ...surroundings, hasFlags })
  const asked = settingsSections.find(({ id }) => pathname === `/settings/${id}`)
  const section = visibleSections(role, surroundings).find(({ id }) => id === asked?.id)
  const current = section?.id
  const shown = useRef(current)
  useEffect(() => {
    const isOpening = shown.current === current
    shown.current = current
    if (current !== undefined && !(isOpening && isContentInUse()))
      document.getElementById(`settings-${current}`)?.scrollIntoView({ block: 'start' })
    // On a narrow screen the sections are a scrolling row: only the row scrolls, the page stays.
    const row = document.querySelector<HTMLElement>('nav[aria-label="Settings"]')
    const link = row?.querySelector<HTMLElement>('[aria-current]')
    if (row && link) row.scrollLeft += link.getBoundingClientRect().left - row.getBoundingClientRect().left - ringRoomPx
  }, [current])
  if (!isSettingsAddress(pathname)) return <UnknownPage />
  return (
    <>
      <TopBar icon={Settings} title="Settings" />
      <div className="mx-auto flex w-full max-w-[820px] gap-10 p-5 max-md:flex-col max-md:gap-3 max-md:p-3">
        <nav
          aria-label="Settings"
          // A row clips its overflow, so it leaves room for a focused link's ring.
          className="flex w-40 shrink-0 flex-col gap-0.5 md:sticky md:top-[68px] touch:md:top-[76px] md:self-start max-md:-m-1 max-md:w-auto max-md:flex-row max-md:overflow-x-auto max-md:mask-r-from-[calc(100%-24px)] max-md:p-1 max-md:pr-6"
        >
          {sections.map(({ id, title }, index) => (
            <AppLink
              key={id}
              href={`/settings/${id}`}
              aria-current={id === current || (asked === undefined && index === 0) ? 'true' : undefined}
              className="flex h-[30px] shrink-0 items-center rounded-row px-2.5 font-medium whitespace-nowrap text-muted transition-colors hover:bg-hover hover:text-text aria-[current=true]:bg-hover aria-[current=true]:text-text touch:h-11"
            >
              {title}
            </AppLink>
          ))}
        </nav>
        <div className="flex min-w-0 flex-1 flex-col gap-4 pb-12">
          {asked !== undefined && section === undefined ? (
            <EmptyState
              icon={Lock}
              title="You cannot open this part of the settings"
              text={whomItIsFor(asked, surroundings)}
            />
          ) : section === undefined || section.on === 'general' ? (
            <>
              <WorkspaceSection />
              <AppearanceSection />
              {isDesktopApp && (
                <Section id="desktop">
                  <DesktopSettingsSection />
                </Section>
              )}
              <Section id="reports">
                <ErrorReports />
              </Section>
              <AboutSection />
            </>
          ) : section.id === 'flags' ? (
            <FlagsSection />
          ) : section.id === 'jobs' ? (
            <JobsSection />
          ) : section.id === 'subscriptions' ? (
            <SubscriptionsSection />
          ) : section.id === 'alerts' ? (
            <AlertsSection />
          ) : (
            team && <TeamSection id={section.id} team={team} />
          )}
        </div>
      </div>
    </>
  )
}

interface TeamSectionProps {
  readonly id: SettingsSectionId
  readonly team: TeamSession
}

/** A section with its own page. */
function TeamSection({ id, team }: TeamSectionProps) {
  switch (id) {
    case 'members':
      return <MembersSection team={team} />
    case 'tokens':
      return <TokensSection team={team} />
    case 'links':
      return <LinksSection team={team} />
    case 'audit':
      return <AuditSection />
    case 'account':
      return (
        <>
          <AccountSection team={team} />
          <CommentMailSection />
        </>
      )
    case 'flags':
    case 'jobs':
    case 'subscriptions':
    case 'alerts':
    case 'workspace':
    case 'appearance':
    case 'desktop':
    case 'reports':
    case 'about':
      return null
  }
}

function WorkspaceSection() {
  const workspace = useView(getWorkspace, [])
  const mutate = useMutate()
  const { locale } = usePageEnvironment()
  const timeZones = useTimeZones(workspace === undefined ? [] : [workspace.timeZone])
  const weekDays = useMemo(() => weekDayNames(locale), [locale])
  const mayEdit = isAllowed(useActor(), { do: 'edit-workspace' })
  const team = useTeamSession()
  return (
    <Section id="workspace">
      {workspace && !mayEdit && (
        <>
          <SettingsRow label="Name" text={workspace.name} />
          <SettingsRow label="Time zone" text={zoneLabel(workspace.timeZone)} />
          <SettingsRow label="Week starts on" text={weekDays[workspace.weekStart - 1] ?? ''} />
        </>
      )}
      {workspace && mayEdit && (
        <>
          <SettingsRow label="Name" text="Shown at the top left, to everyone in the workspace.">
            <CommittedField
              label="Workspace name"
              value={workspace.name}
              maxLength={80}
              onCommit={(name) =>
                void mutate('updateWorkspace', { name }, { label: 'Rename workspace' }).catch(reportProblem)
              }
            />
          </SettingsRow>
          {team !== null && (
            <SettingsRow label="Address" text={`/w/${team.workspace.slug}. Links with the old one stop working.`}>
              <WorkspaceAddressField team={team} />
            </SettingsRow>
          )}
          {team !== null && (
            <SettingsRow label="Comments" text="On dashboards in no folder, and in folders that do not say otherwise.">
              <label className="flex items-center gap-2 touch:min-h-11">
                <input
                  type="checkbox"
                  checked={workspace.viewersComment === true}
                  onChange={({ target }) =>
                    void mutate(
                      'updateWorkspace',
                      { viewersComment: target.checked },
                      { label: 'Change who may comment' },
                    ).catch(reportProblem)
                  }
                  className="accent-accent"
                />
                Viewers may comment
              </label>
            </SettingsRow>
          )}
          <SettingsRow label="Time zone" text="Days, weeks and months in charts follow this time zone.">
            <Select
              label="Time zone"
              hideLabel
              value={workspace.timeZone}
              options={timeZones.map((zone) => ({ value: zone, label: zoneLabel(zone) }))}
              onChange={(timeZone) =>
                void mutate('updateWorkspace', { timeZone }, { label: 'Change time zone' }).catch(reportProblem)
              }
            />
          </SettingsRow>
          <SettingsRow label="Week starts on" text="Used wherever charts group by week.">
            <Select
              label="Week starts on"
              hideLabel
              value={String(workspace.weekStart)}
              options={weekDays.map((label, index) => ({ value: String(index + 1), label }))}
              onChange={(day) =>
                void mutate('updateWorkspace', { weekStart: Number(day) }, { label: 'Change week start' }).catch(
                  reportProblem,
                )
              }
            />
          </SettingsRow>
        </>
      )}
    </Section>
  )
}

function AppearanceSection() {
  const [theme, setTheme] = useTheme()
  const { isDesktopApp } = usePageEnvironment()
  return (
    <Section id="appearance">
      <SettingsRow label="Theme" text={isDesktopApp ? 'For this computer only.' : 'For this browser only.'}>
        <SegmentedControl
          label="Theme"
          value={theme}
          onChange={setTheme}
          options={[
            { value: 'system', label: 'System', icon: Monitor },
            { value: 'light', label: 'Light', icon: Sun },
            { value: 'dark', label: 'Dark', icon: Moon },
          ]}
        />
      </SettingsRow>
    </Section>
  )
}

function AboutSection() {
  const { version, isDesktopApp } = usePageEnvironment()
  return (
    <Section id="about">
      <SettingsRow
        label={`Tidemark ${version}`}
        text={isDesktopApp ? 'The desktop app, with its own server and query engine.' : 'In the browser.'}
      >
        <Button icon={Keyboard} shortcut="?" onClick={() => shellState$.isShortcutsOpen.set(true)}>
          Keyboard shortcuts
        </Button>
      </SettingsRow>
      <SettingsRow
        label="Licence"
        text="Apache 2.0. Sources and licences of the sample data are on each dataset’s page."
      />
    </Section>
  )
}

/** Returns true if somebody used the content before hydration: what they pressed must not move away. */
function isContentInUse(): boolean {
  const content = document.getElementById('content')
  const { activeElement } = document
  return content !== null && activeElement !== content && content.contains(activeElement)
}

function Section({ id, children }: { readonly id: SettingsSectionId; readonly children: ReactNode }) {
  const title = settingsSections.find((section) => section.id === id)?.title
  return (
    <section
      id={`settings-${id}`}
      aria-labelledby={`settings-${id}-title`}
      className="scroll-mt-3 rounded-tile border border-line bg-surface shadow-tile"
    >
      <h2 id={`settings-${id}-title`} className="border-b border-line px-4 py-3 text-tile">
        {title}
      </h2>
      <div className="divide-y divide-line px-4">{children}</div>
    </section>
  )
}
