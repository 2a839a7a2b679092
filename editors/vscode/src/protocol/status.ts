// What is asked and told of the indexes themselves: `codebase/status`, `doctor`, `reindex`, `clear` and `indexStatus`.

import { NotificationType, RequestType } from "vscode-languageclient/node";
import type { IndexStatus } from "../protocol";

export interface HostClient {
  name: string;
  pid: number;
}

/** What `codebase/status` tells beyond `codebase/indexStatus`. */
export interface FullStatus extends IndexStatus {
  generation: number;
  problemsTotal?: number;
  languages?: Record<string, number>;
  host?: { pid: number; clients: HostClient[] };
  bytesOnDisk?: number;
  settingsProblems?: string[];
}

export interface Check {
  folder: string;
  name: string;
  state: "ok" | "repaired" | "damaged" | "skipped";
  detail: string;
}

export interface DoctorParams {
  folder?: string;
  repair?: boolean;
  workDoneToken?: string;
}

export const FullStatusRequest = new RequestType<{ folder?: string }, FullStatus[], void>("codebase/status");
export const IndexStatusNote = new NotificationType<FullStatus>("codebase/indexStatus");
export const Doctor = new RequestType<DoctorParams, { checks: Check[] }, void>("codebase/doctor");
export const Resume = new RequestType<{ folder?: string; resume: true }, null, void>("codebase/reindex");
export const Clear = new RequestType<{ folder?: string }, null, void>("codebase/clear");
