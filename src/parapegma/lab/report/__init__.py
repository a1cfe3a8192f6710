"""Reports as pages of HTML, one file each: no script, nothing that is loaded from elsewhere."""
