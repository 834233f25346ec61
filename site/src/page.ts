// The pages of text: style and theme, nothing else.

import './style.css';
import { startTheme } from './theme.ts';

startTheme();
