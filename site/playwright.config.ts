import { defineConfig } from '@playwright/test';
import { args, browser } from './e2e/browser.mjs';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  forbidOnly: true,
  workers: 1,
  reporter: 'list',
  timeout: 20_000,
  use: {
    baseURL: 'http://127.0.0.1:4173/',
    launchOptions: { executablePath: browser(), args },
    viewport: { width: 1280, height: 900 },
    colorScheme: 'light',
    timezoneId: 'America/New_York',
  },
  webServer: { command: 'npm run preview', url: 'http://127.0.0.1:4173/', reuseExistingServer: false },
});
