// The tables that stand under the claims of each study.

import type { Study } from './claim.ts';
import type { Table } from './sheet.ts';
import type { Data } from './source.ts';
import { firstRunTable, piTable, programsTable, sequentialTable } from './tables-a.ts';
import { ioTable, resourcesTable } from './tables-b.ts';
import { serverTable } from './tables-c.ts';
import { isolatedTable, sharedTable } from './tables-d.ts';

/** tablesOf makes the tables of a study. */
export function tablesOf(study: Study, data: Data): Table[] {
  switch (study) {
    case 'A':
      return [
        firstRunTable(data.cold),
        sequentialTable(data.sequential),
        piTable(data.pi),
        programsTable(data.programs),
      ];
    case 'B':
      return [ioTable('rest', data.rest), ioTable('file', data.file), resourcesTable(data.file)];
    case 'C':
      return [serverTable(data.server)];
    case 'D':
      return [isolatedTable(data.counter), sharedTable(data.counter)];
  }
}
