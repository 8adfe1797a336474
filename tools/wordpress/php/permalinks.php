<?php
require $argv[1] . '/wp-load.php';
$GLOBALS['wp_rewrite']->set_permalink_structure(json_decode(stream_get_contents(STDIN), true)['structure']);
flush_rewrite_rules(false);
