'use client'

import { useEffect, useState } from 'react'
import type { DesktopApi } from '@tidemark/shared/ipc/desktop-api'
import type { DesktopSettings as Settings, UpdateChoice } from '@tidemark/shared/ipc/desktop-calls'
import { updateText, type UpdateState } from '@tidemark/shared/ipc/update-state'
import { getDesktop, getLocalDesktop } from '@/client/page/desktop-bridge'
import { Button } from '@/ui/buttons/button'
import { SegmentedControl } from '@/ui/buttons/segmented-control'
import { reportProblem } from '../messages/report-problem'
import { SettingsRow } from '../page/settings-row'

/**
 * The settings of the surrounding desktop app. Pages of a team's server can only open the app's own settings window.
 */
export function DesktopSettingsSection() {
  const desktop = getLocalDesktop()
  return (
    <>
      {desktop !== null && <LocalSettings desktop={desktop} />}
      <SettingsRow
        label={desktop === null ? 'Updates, proxy and certificates' : 'Proxy and certificates'}
        text="For team servers and updates, in a window that works without any server."
      >
        <Button onClick={() => void getDesktop()?.openSettings().catch(reportProblem)}>Open settings…</Button>
      </SettingsRow>
    </>
  )
}

function LocalSettings({ desktop }: { readonly desktop: DesktopApi }) {
  const [settings, setSettings] = useState<Settings | null>(null)
  const [update, setUpdate] = useState<UpdateState | null>(null)
  useEffect(() => {
    const stop = desktop.onUpdateState(setUpdate)
    desktop.readSettings().then((read) => {
      setSettings(read)
      setUpdate((heard) => heard ?? read.update)
    }, reportProblem)
    return stop
  }, [desktop])
  if (settings === null || update === null) return null
  const choose = (updates: UpdateChoice) => {
    setSettings({ ...settings, updates })
    desktop.chooseUpdates(updates).catch(reportProblem)
  }
  const { updates, protection } = settings
  return (
    <>
      <SettingsRow label="Updates" text={updateText(update)}>
        {update.kind !== 'unsupported' && <UpdateButton kind={update.kind} desktop={desktop} />}
      </SettingsRow>
      <SettingsRow label="New versions" text="Installed when Tidemark closes, or when you choose.">
        <SegmentedControl
          label="New versions"
          value={updates.mode}
          onChange={(mode) => choose({ ...updates, mode })}
          options={[
            { value: 'automatic', label: 'Download automatically' },
            { value: 'ask', label: 'Ask first' },
          ]}
        />
      </SettingsRow>
      <SettingsRow label="Which versions" text="Beta versions come earlier and are less tested.">
        <SegmentedControl
          label="Which versions"
          value={updates.channel}
          onChange={(channel) => choose({ ...updates, channel })}
          options={[
            { value: 'latest', label: 'Stable' },
            { value: 'beta', label: 'Beta' },
          ]}
        />
      </SettingsRow>
      <SettingsRow
        label="Saved passwords"
        text={
          protection === 'keychain'
            ? 'Sealed with a key in this system’s keychain.'
            : 'No keychain of this system is in use: they are sealed with a key file that only you may read.'
        }
      />
    </>
  )
}

interface UpdateButtonProps {
  readonly kind: Exclude<UpdateState['kind'], 'unsupported'>
  readonly desktop: DesktopApi
}

function UpdateButton({ kind, desktop }: UpdateButtonProps) {
  switch (kind) {
    case 'available':
      return <Button onClick={() => void desktop.loadUpdate().catch(reportProblem)}>Download</Button>
    case 'ready':
      return (
        <Button variant="primary" onClick={() => void desktop.restartToUpdate().catch(reportProblem)}>
          Restart to update
        </Button>
      )
    case 'checking':
    case 'downloading':
      return <Button disabled>Check now</Button>
    case 'idle':
    case 'current':
    case 'withdrawn':
    case 'failed':
      return <Button onClick={() => void desktop.checkForUpdates().catch(reportProblem)}>Check now</Button>
  }
}
